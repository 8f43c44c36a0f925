package dev.mayfly.engine.storage;

/**
 * A write as a function: reads rows, then writes rows or throws. What it wrote is committed whole
 * or not at all; if it throws, nothing of it is written, and the caller gets the exception.
 *
 * <p>It must not block, must not keep the view, and must change nothing but rows through the view:
 * a storage may run it more than once and commits the last run.
 *
 * @param <R> what the caller gets once the rows are committed
 */
@FunctionalInterface
public interface Decision<R> {
  R decide(WriteView view);

  /** True if this decision must be the only one of its group (it walks rows or deletes ranges). */
  default boolean exclusive() {
    return false;
  }

  /**
   * False if nothing relies on this decision once it is acknowledged, so that a group of such
   * decisions need not wait for a sync (the purge: what it deleted is dead either way).
   */
  default boolean needsSync() {
    return true;
  }

  /**
   * True if it may be committed while the disk has only its reserve left: it removes more than it
   * adds, or adds next to nothing.
   */
  default boolean mayUseReserve() {
    return false;
  }

  /**
   * True if its submitter has no more to submit just now. Where a commit waits for no disk, the
   * submitting thread may then commit it when no other thread is writing: handing a single decision
   * to another thread costs more than committing it.
   */
  default boolean inline() {
    return false;
  }
}
