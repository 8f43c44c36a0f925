package dev.mayfly.engine.commit;

/**
 * How a write is committed.
 *
 * @param exclusive alone in its group: it may walk rows and delete ranges
 * @param needsSync false if nothing relies on it once it is acknowledged
 * @param inline may be committed by the submitting thread where that waits for no disk
 * @param mayUseReserve removes more than it adds, and so is committed on a disk with little space
 */
public record CommitOptions(
    boolean exclusive, boolean needsSync, boolean inline, boolean mayUseReserve) {
  /** Together with other writes. */
  public static final CommitOptions GROUPED = new CommitOptions(false, true, false, false);

  /** As {@link #GROUPED}, for a submitter that has no more to submit just now. */
  public static final CommitOptions INLINE = new CommitOptions(false, true, true, false);

  public static final CommitOptions EXCLUSIVE = new CommitOptions(true, true, false, false);

  /** Exclusive, without waiting for a sync. */
  public static final CommitOptions BACKGROUND = new CommitOptions(true, false, false, false);

  /** The same for a write that removes more than it adds. */
  public CommitOptions removing() {
    return new CommitOptions(exclusive, needsSync, inline, true);
  }
}
