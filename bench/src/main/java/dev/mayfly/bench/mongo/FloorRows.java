package dev.mayfly.bench.mongo;

import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.BareRocksDb;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Rows by number, each of which is an order's bytes. */
final class FloorRows {
  private final RocksDB rocks;
  private final ColumnFamilyHandle family;
  private final WriteOptions options;
  private final int filled;
  private final AtomicInteger count;

  /**
   * @param filled how many rows are there to be found
   */
  FloorRows(BareRocksDb bare, boolean sync, int filled) throws RocksDBException {
    this.rocks = bare.rocks();
    this.family = bare.family(Table.ITEMS);
    this.options = new WriteOptions().setSync(sync);
    this.filled = filled;
    this.count = new AtomicInteger(filled);
    try (WriteOptions relaxed = new WriteOptions()) {
      for (int number = 0; number < filled; number++) {
        rocks.put(family, relaxed, key(number), Orders.bytes(number));
      }
    }
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  void insert(byte[] row) throws RocksDBException {
    rocks.put(family, options, key(count.getAndIncrement()), row);
  }

  byte[] find() throws RocksDBException {
    byte[] row = rocks.get(family, key(any()));
    if (row == null) {
      throw new IllegalStateException("A row is missing");
    }
    return row;
  }

  void update() throws RocksDBException {
    byte[] key = key(any());
    rocks.put(family, options, key, rocks.get(family, key));
  }

  private int any() {
    return new SplittableRandom().nextInt(filled);
  }
}
