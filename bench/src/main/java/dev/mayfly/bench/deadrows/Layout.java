package dev.mayfly.bench.deadrows;

import dev.mayfly.storage.rocksdb.RocksDbOptions;
import java.util.Locale;

/** Where the dead items are, in the order of keys, and how much memory there is. */
enum Layout {
  /** One partition with ids in the order of time, as drivers of MongoDB make them. */
  BEFORE,
  /** A partition for each item: the living are scattered among the dead. */
  MIXED,
  /** The same in a store that keeps fewer rows in memory than there are living items. */
  CROWDED;

  private static final long SMALL_MEMORY_BYTES = 32L << 20;

  static String id(int number, boolean dies) {
    return (dies ? "a" : "b") + String.format(Locale.ROOT, "%08d", number);
  }

  String partition(int number, boolean dies) {
    return this == BEFORE ? "p" : "p" + id(number, dies);
  }

  RocksDbOptions options(RocksDbOptions usual) {
    return this == CROWDED ? usual.withMemoryBytes(SMALL_MEMORY_BYTES) : usual;
  }

  /** One source says it for all where it is about memory. */
  boolean isMeasured(Source source) {
    return this != CROWDED || source == Source.DEFAULT;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
