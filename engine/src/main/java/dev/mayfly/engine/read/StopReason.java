package dev.mayfly.engine.read;

/** Why a page ends where it does. */
public enum StopReason {
  /** There is no more, as of now. */
  END,
  /** As many items as asked for. */
  ITEMS,
  /** As many bytes as asked for. */
  BYTES,
  /** As many rows were looked at as allowed, or for as long. */
  ROWS
}
