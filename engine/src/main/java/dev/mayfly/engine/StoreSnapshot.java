package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.operation.SnapshotViews;

/**
 * All containers as of one commit, for any number of reads. See {@link SnapshotViews} for what they
 * see. Thread safe; must be closed, which makes further reads fail with SNAPSHOT_TOO_OLD.
 */
public final class StoreSnapshot implements AutoCloseable {
  private final Container.Parts parts;
  private final SnapshotViews views;
  private final long time;

  StoreSnapshot(Container.Parts parts, SnapshotViews views, long time) {
    this.parts = requireNonNull(parts, "parts");
    this.views = requireNonNull(views, "views");
    this.time = time;
  }

  /**
   * The log time of the last commit that it has ({@link dev.mayfly.engine.clock.LogTime}); it has
   * all commits up to that one.
   */
  public long time() {
    return time;
  }

  /** When it was last read, as {@link System#nanoTime}. */
  public long usedNanos() {
    return views.usedNanos();
  }

  /** A container as it was; it can only be read. */
  public Container container(String database, String name) {
    return Container.in(views, parts, views.container(parts.catalog(), database, name));
  }

  @Override
  public void close() {
    views.close();
  }
}
