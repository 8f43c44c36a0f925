package dev.mayfly.engine.storage;

/**
 * A write as a function: looks at the rows, then writes rows or throws. What it wrote is committed
 * whole or not at all; if it throws, nothing of it is written, and the caller gets the exception.
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
   * False if nobody relies on this decision once it is acknowledged, so that a group of such
   * decisions need not wait for a sync (the purge: what it deleted is dead either way).
   */
  default boolean needsSync() {
    return true;
  }

  /**
   * True if the one who submits it has no more to submit just now. Where a commit waits for no
   * disk, the submitting thread may then commit by itself when nobody else is writing: handing a
   * lone decision to another thread costs more than committing it.
   */
  default boolean comesAlone() {
    return false;
  }
}
