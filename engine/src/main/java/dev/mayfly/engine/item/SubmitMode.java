package dev.mayfly.engine.item;

/** Which thread may commit a write that is submitted. */
public enum SubmitMode {
  /** The writer's, together with other writes. */
  GROUPED,
  /**
   * Also the submitting one: for a caller that has no more to submit just now. Where a commit waits
   * for no disk, it may be done, and the completion called, before the call returns.
   */
  INLINE
}
