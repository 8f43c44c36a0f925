package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

/**
 * A RocksDB snapshot. Reference-counted, its owner included; releases the snapshot when the last
 * one has left: so neither a close beside a read on another thread nor a cursor that outlives its
 * view touches what is gone.
 */
final class RocksView implements ReadView {
  private final Database database;
  private final RowCache rowCache;
  private final OpenHandles open;
  private final CallGate gate;
  private final long committed;
  private final Snapshot snapshot;
  private final ReadOptions options;
  private final AtomicInteger users = new AtomicInteger(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean released = new AtomicBoolean();

  /** Called inside the gate. */
  RocksView(Database database, RowCache rowCache, OpenHandles open, CallGate gate) {
    this.database = database;
    this.rowCache = rowCache;
    this.open = open;
    this.gate = gate;
    // Before the snapshot, which has at least all of these.
    this.committed = rowCache.committed();
    this.snapshot = database.snapshot();
    this.options = new ReadOptions().setSnapshot(snapshot);
    open.add(this);
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    return guarded(
        () ->
            rowCache.isOf(table)
                ? rowCache.get(key, committed, () -> read(table, key))
                : read(table, key));
  }

  private byte[] read(Table table, byte[] key) {
    return database.get(table, options, key);
  }

  @Override
  public List<byte[]> getAll(Table table, List<byte[]> keys) {
    return getAll(table, keys, false);
  }

  @Override
  public List<byte[]> getAllOften(Table table, List<byte[]> keys) {
    return getAll(table, keys, true);
  }

  private List<byte[]> getAll(Table table, List<byte[]> keys, boolean often) {
    return guarded(
        () ->
            rowCache.isOf(table)
                ? cached(table, keys, often)
                : database.getAll(table, options, keys));
  }

  private List<byte[]> cached(Table table, List<byte[]> keys, boolean often) {
    List<byte[]> rows = new ArrayList<>(keys.size());
    int[] hashes = new int[keys.size()];
    List<byte[]> missing = new ArrayList<>();
    for (int i = 0; i < hashes.length; i++) {
      byte[] key = keys.get(i);
      hashes[i] = KeyHash.of(table, key);
      byte[] known = rowCache.find(key, hashes[i], committed);
      rows.add(known);
      if (known == null) {
        missing.add(key);
      }
    }
    if (missing.isEmpty()) {
      return rows;
    }
    Iterator<byte[]> found = database.getAll(table, options, missing).iterator();
    for (int i = 0; i < hashes.length; i++) {
      if (rows.get(i) == null) {
        byte[] row = found.next();
        rows.set(i, row);
        if (row != null) {
          rowCache.offer(keys.get(i), hashes[i], row, committed, often);
        }
      }
    }
    return rows;
  }

  private <T> T guarded(Supplier<T> read) {
    gate.enter();
    try {
      use();
      try {
        return read.get();
      } finally {
        unuse();
      }
    } finally {
      gate.leave();
    }
  }

  @Override
  public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
    return cursor(table, fromInclusive, toExclusive, false);
  }

  @Override
  public RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive) {
    return cursor(table, fromInclusive, toExclusive, true);
  }

  private RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive, boolean down) {
    gate.enter();
    try {
      use();
      try {
        RocksCursor cursor =
            new RocksCursor(
                database, table, snapshot, fromInclusive, toExclusive, down, this::cursorClosed);
        open.add(cursor);
        return cursor;
      } catch (Throwable thrown) {
        unuse();
        throw thrown;
      }
    } finally {
      gate.leave();
    }
  }

  @Override
  public void close() {
    if (!gate.tryEnter()) {
      return; // The storage is closed, or closing: it releases all that is open.
    }
    try {
      if (closed.compareAndSet(false, true)) {
        unuse();
      }
    } finally {
      gate.leave();
    }
  }

  /** Gives the native objects back, once. Called by the last user or by the closing storage. */
  void release() {
    if (released.compareAndSet(false, true)) {
      open.remove(this);
      options.close();
      database.release(snapshot);
      snapshot.close();
    }
  }

  /** If the gate is closed, the storage releases the view. */
  private void cursorClosed(RocksCursor cursor) {
    open.remove(cursor);
    if (gate.tryEnter()) {
      try {
        unuse();
      } finally {
        gate.leave();
      }
    }
  }

  private void use() {
    int count = users.get();
    while (count > 0 && !closed.get()) {
      if (users.compareAndSet(count, count + 1)) {
        return;
      }
      count = users.get();
    }
    throw new EngineException(ErrorCode.CLOSED, "The view is closed");
  }

  private void unuse() {
    if (users.decrementAndGet() == 0) {
      release();
    }
  }
}
