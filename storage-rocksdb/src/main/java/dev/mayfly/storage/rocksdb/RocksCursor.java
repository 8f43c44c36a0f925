package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.function.Consumer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/**
 * Walks rows of one column family. Its methods are synchronized although a cursor belongs to one
 * thread: the storage may close it at any time, and using a closed iterator would end the process.
 */
final class RocksCursor implements RowCursor {
  /** After so many rows it is a walk, and worth having buffers of its own. */
  private static final int FEW_ROWS = 4;

  private static final int KEY_BYTES = 256;
  private static final int VALUE_BYTES = 8 << 10;

  private final Database database;
  private final Table table;
  private final byte[] fromInclusive;
  private final byte[] toExclusive;
  private final boolean down;
  private final Consumer<RocksCursor> whenClosed;
  private Slice lowerBound;
  private Slice upperBound;
  private ReadOptions options;
  private RocksIterator iterator;

  /** Whether the next step seeks, and where to; null is the last row. */
  private boolean seeks = true;

  private byte[] seekTo;
  private boolean onRow;
  private byte[] key;
  private byte[] value;
  private int rows;
  private byte[] keyBuffer;
  private byte[] valueBuffer;

  /**
   * @param snapshot null for the rows as committed now
   * @param down true to walk in descending order
   */
  RocksCursor(
      Database database,
      Table table,
      Snapshot snapshot,
      byte[] fromInclusive,
      byte[] toExclusive,
      boolean down,
      Consumer<RocksCursor> whenClosed) {
    this.database = database;
    this.table = table;
    this.fromInclusive = fromInclusive;
    this.toExclusive = toExclusive;
    this.seekTo = down ? null : fromInclusive;
    this.down = down;
    this.whenClosed = whenClosed;
    // An inverted range is empty; its upper bound must not lie below where the walk starts.
    byte[] bound =
        Arrays.compareUnsigned(fromInclusive, toExclusive) < 0 ? toExclusive : fromInclusive;
    upperBound = new Slice(bound);
    options = new ReadOptions();
    if (down) {
      lowerBound = new Slice(fromInclusive);
      options.setIterateLowerBound(lowerBound);
    }
    options.setIterateUpperBound(upperBound);
    options.setBackgroundPurgeOnIteratorCleanup(true);
    if (snapshot != null) {
      options.setSnapshot(snapshot);
    }
    iterator = database.iterator(table, options);
  }

  @Override
  public synchronized boolean next() {
    checkOpen();
    key = null;
    value = null;
    if (seeks) {
      seeks = false;
      seek();
    } else if (!onRow) {
      return false;
    } else if (down) {
      iterator.prev();
    } else {
      iterator.next();
    }
    onRow = iterator.isValid();
    if (!onRow) {
      checkStatus();
    } else if (++rows == FEW_ROWS) {
      keyBuffer = new byte[KEY_BYTES];
      valueBuffer = new byte[VALUE_BYTES];
    }
    return onRow;
  }

  /** One lock, and no array that would be garbage after one comparison. */
  @Override
  public synchronized int nextInto(byte[] target) {
    return next() ? iterator.value(target) : NO_ROW;
  }

  @Override
  public synchronized void skipTo(byte[] bound) {
    checkOpen();
    // RocksDB need not know what to do beyond the bounds that it was given.
    seeks =
        down
            ? Arrays.compareUnsigned(fromInclusive, bound) < 0
            : Arrays.compareUnsigned(bound, toExclusive) < 0;
    seekTo = bound;
    onRow = false;
    key = null;
    value = null;
  }

  private void seek() {
    if (!down) {
      iterator.seek(seekTo);
    } else if (seekTo == null) {
      iterator.seekToLast();
    } else {
      iterator.seekForPrev(seekTo);
      if (iterator.isValid() && Arrays.equals(iterator.key(), seekTo)) {
        iterator.prev();
      }
    }
  }

  /** Filling an array and copying it here takes a third less than having one made over there. */
  @Override
  public synchronized byte[] key() {
    checkOnRow();
    if (key == null) {
      int length = keyBuffer == null ? Integer.MAX_VALUE : iterator.key(keyBuffer);
      key = length > KEY_BYTES ? iterator.key() : Arrays.copyOf(keyBuffer, length);
    }
    return key;
  }

  @Override
  public synchronized byte[] value() {
    checkOnRow();
    if (value == null) {
      int length = valueBuffer == null ? Integer.MAX_VALUE : iterator.value(valueBuffer);
      value = length > VALUE_BYTES ? iterator.value() : Arrays.copyOf(valueBuffer, length);
    }
    return value;
  }

  @Override
  public void close() {
    if (releaseNatives() && whenClosed != null) {
      whenClosed.accept(this);
    }
  }

  /** Returns false if they were released before. */
  private synchronized boolean releaseNatives() {
    if (iterator == null) {
      return false;
    }
    iterator.close();
    options.close();
    upperBound.close();
    if (lowerBound != null) {
      lowerBound.close();
    }
    iterator = null;
    options = null;
    upperBound = null;
    lowerBound = null;
    return true;
  }

  private void checkStatus() {
    try {
      iterator.status();
    } catch (RocksDBException exception) {
      throw database.failed("Walking rows of " + table, exception);
    }
  }

  private void checkOnRow() {
    checkOpen();
    if (!onRow) {
      throw new IllegalStateException("The cursor stands on no row: next() was not true");
    }
  }

  private void checkOpen() {
    if (iterator == null) {
      throw new EngineException(ErrorCode.CLOSED, "The cursor is closed");
    }
  }
}
