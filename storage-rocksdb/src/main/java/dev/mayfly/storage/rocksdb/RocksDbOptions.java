package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

/**
 * How to open a RocksDB storage.
 *
 * @param durability what an acknowledged write has survived
 * @param memoryBytes bounds caches and write buffers together
 * @param queueLimit decisions that may wait before {@code submit} answers OVERLOADED
 */
public record RocksDbOptions(Durability durability, long memoryBytes, int queueLimit) {
  public static final long MEMORY_BYTES_DEFAULT = 128L << 20;
  public static final long MEMORY_BYTES_MIN = 8L << 20;
  public static final int QUEUE_LIMIT_DEFAULT = 65_536;

  public RocksDbOptions {
    requireNonNull(durability, "durability");
    if (memoryBytes < MEMORY_BYTES_MIN) {
      throw new IllegalArgumentException(
          "memoryBytes is " + memoryBytes + " and must be at least " + MEMORY_BYTES_MIN);
    }
    if (queueLimit < 1) {
      throw new IllegalArgumentException("queueLimit is " + queueLimit + " and must be positive");
    }
  }

  public static RocksDbOptions defaults() {
    return new RocksDbOptions(Durability.SYNC, MEMORY_BYTES_DEFAULT, QUEUE_LIMIT_DEFAULT);
  }

  public RocksDbOptions withDurability(Durability value) {
    return new RocksDbOptions(value, memoryBytes, queueLimit);
  }

  public RocksDbOptions withMemoryBytes(long value) {
    return new RocksDbOptions(durability, value, queueLimit);
  }

  public RocksDbOptions withQueueLimit(int value) {
    return new RocksDbOptions(durability, memoryBytes, value);
  }
}
