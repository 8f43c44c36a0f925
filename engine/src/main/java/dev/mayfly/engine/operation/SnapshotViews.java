package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads of committed rows as of one moment, judged by the policy and at the second of each read:
 * nothing expired is seen, however old the rows are (D6). A container that was changed or dropped
 * since can't be read. Reads that have begun end before the rows are given up. Thread safe.
 */
public final class SnapshotViews implements ViewSource, AutoCloseable {
  private final ReadView base;
  private final Timekeeper timekeeper;
  private final Map<Integer, Pinned> pinned = new ConcurrentHashMap<>();
  private volatile long usedNanos = System.nanoTime();
  private int reads;
  private boolean closed;

  private record Pinned(ContainerSnapshot published, ContainerSnapshot shown) {}

  /**
   * @param base closed with this
   */
  public SnapshotViews(ReadView base, Timekeeper timekeeper) {
    this.base = requireNonNull(base, "base");
    this.timekeeper = requireNonNull(timekeeper, "timekeeper");
  }

  /** When it was last read, as {@link System#nanoTime}. */
  public long usedNanos() {
    return usedNanos;
  }

  /**
   * The container that had a name then and has it now.
   *
   * @throws EngineException CONTAINER_NOT_FOUND or DATABASE_NOT_FOUND if there was none,
   *     SNAPSHOT_UNAVAILABLE if it was changed or dropped since
   */
  public OpenContainer container(Catalog catalog, String database, String name) {
    OpenContainer container = null;
    EngineException missing = null;
    try {
      container = catalog.container(database, name);
    } catch (EngineException e) {
      missing = e;
    }
    try (ReadView then = lease()) {
      if (container != null && PastContainer.isUnchanged(then, container, container.snapshot())) {
        return container;
      }
      if (PastContainer.existed(then, database, name)) {
        throw unavailable(name);
      }
    }
    throw missing != null
        ? missing
        : new EngineException(
            ErrorCode.CONTAINER_NOT_FOUND, "There was no container named '" + name + "'.");
  }

  private static EngineException unavailable(String name) {
    return new EngineException(
        ErrorCode.SNAPSHOT_UNAVAILABLE,
        "The container '" + name + "' was changed since the time that is to be read.");
  }

  @Override
  public Visibility now(OpenContainer container) {
    usedNanos = System.nanoTime();
    long now = timekeeper.nowSecond();
    ContainerSnapshot published = container.snapshot();
    Pinned known = pinned.get(container.number());
    if (known == null || known.published() != published || container.isDropped()) {
      known = pin(container, published);
    }
    return known.shown().at(now);
  }

  private Pinned pin(OpenContainer container, ContainerSnapshot published) {
    try (ReadView then = lease()) {
      if (!PastContainer.isUnchanged(then, container, published)) {
        throw unavailable(published.definition().name());
      }
      Pinned pin = new Pinned(published, PastContainer.withIndexes(then, published));
      pinned.put(container.number(), pin);
      return pin;
    }
  }

  @Override
  public LiveView open(Visibility visibility) {
    return LiveView.passingAll(lease());
  }

  @Override
  public ReadView rows(Visibility visibility) {
    return lease();
  }

  /** How far an index was built is read from the rows. */
  @Override
  public boolean hasCurrentIndexes(OpenContainer container, ContainerSnapshot taken) {
    return false;
  }

  private synchronized ReadView lease() {
    if (closed) {
      throw new EngineException(
          ErrorCode.SNAPSHOT_TOO_OLD, "The time that is to be read is too long ago.");
    }
    reads++;
    return new Lease();
  }

  private synchronized void endRead() {
    reads--;
    if (closed && reads == 0) {
      base.close();
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (reads == 0) {
        base.close();
      }
    }
  }

  /** The rows for one read. */
  private final class Lease implements ReadView {
    private boolean ended;

    @Override
    public byte[] get(Table table, byte[] key) {
      return base.get(table, key);
    }

    @Override
    public List<byte[]> getAll(Table table, List<byte[]> keys) {
      return base.getAll(table, keys);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      return base.cursor(table, fromInclusive, toExclusive);
    }

    @Override
    public RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive) {
      return base.cursorDown(table, fromInclusive, toExclusive);
    }

    @Override
    public void close() {
      if (!ended) {
        ended = true;
        endRead();
      }
    }
  }
}
