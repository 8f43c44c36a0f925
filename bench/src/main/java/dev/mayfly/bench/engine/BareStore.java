package dev.mayfly.bench.engine;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.BareRocksDb;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The engine's rows in RocksDB without the engine: the caller knows all keys beforehand, and writes
 * what the engine would write.
 */
final class BareStore implements AutoCloseable {
  /** Where the LSN stands in an item's row. */
  private static final int LSN_AT = 2;

  private static final byte[] LAST_KEY = {-1, -1, -1, -1, -1, -1, -1, -1};
  private static final int COPY_BYTES = 1 << 20;
  private static final int DELTA_SLOTS = 8192;

  private final BareRocksDb bare;
  private final ReadOptions readOptions = new ReadOptions();
  private final WriteOptions sync = new WriteOptions().setSync(true);
  private final WriteOptions relaxed = new WriteOptions().setSync(false);
  private final AtomicLong nextLsn = new AtomicLong(1L << 40);
  private final ThreadLocal<WriteBatch> batches = ThreadLocal.withInitial(WriteBatch::new);

  private BareStore(BareRocksDb bare) {
    this.bare = bare;
  }

  /** Copies all rows of an engine's storage; opened anew, as the engine's store should be too. */
  static BareStore copyOf(Storage storage, Path directory) throws RocksDBException {
    try (BareRocksDb target = BareRocksDb.open(directory, Store.MEMORY_BYTES);
        ReadView view = storage.snapshot();
        WriteBatch batch = new WriteBatch();
        WriteOptions relaxed = new WriteOptions().setSync(false)) {
      for (Table table : Table.values()) {
        try (RowCursor rows = view.cursor(table, new byte[0], LAST_KEY)) {
          while (rows.next()) {
            batch.put(target.family(table), rows.key(), rows.value());
            if (batch.getDataSize() > COPY_BYTES) {
              target.rocks().write(relaxed, batch);
              batch.clear();
            }
          }
        }
      }
      target.rocks().write(relaxed, batch);
    }
    return new BareStore(BareRocksDb.open(directory, Store.MEMORY_BYTES));
  }

  byte[] get(byte[] itemKey) throws RocksDBException {
    byte[] row = bare.rocks().get(bare.family(Table.ITEMS), readOptions, itemKey);
    if (row == null) {
      throw new IllegalStateException("The bare store misses an item");
    }
    return row;
  }

  /**
   * A new version over an existing one of an item that inherits: looks the old row up, writes the
   * new one, moves the feed row, writes a delta of counts.
   */
  void upsert(byte[] itemKey, byte[] feedValue, byte[] delta, boolean synced)
      throws RocksDBException {
    byte[] old = get(itemKey);
    byte[] row = old.clone();
    int container = Bytes.getInt(itemKey, 0);
    long lsn = nextLsn.getAndIncrement();
    Bytes.putLong(row, LSN_AT, lsn);
    WriteBatch batch = batches.get();
    batch.clear();
    batch.put(bare.family(Table.ITEMS), itemKey, row);
    batch.delete(
        bare.family(Table.FEED), Keys.feed(container, Keys.LANE_INHERITING, ItemRow.of(old).lsn()));
    batch.put(bare.family(Table.FEED), Keys.feed(container, Keys.LANE_INHERITING, lsn), feedValue);
    batch.put(bare.family(Table.COUNTS), CountKeys.delta((int) (lsn % DELTA_SLOTS)), delta);
    bare.rocks().write(synced ? sync : relaxed, batch);
  }

  /** A row to delete. */
  record RowKey(Table table, byte[] key) {}

  void delete(List<RowKey> rows) throws RocksDBException {
    WriteBatch batch = batches.get();
    batch.clear();
    for (RowKey row : rows) {
      batch.delete(bare.family(row.table()), row.key());
    }
    bare.rocks().write(relaxed, batch);
  }

  long rows(Table table) {
    long rows = 0;
    try (RocksIterator iterator = bare.rocks().newIterator(bare.family(table), readOptions)) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Override
  public void close() {
    readOptions.close();
    sync.close();
    relaxed.close();
    bare.close();
  }
}
