package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

/**
 * How to open a RocksDB storage.
 *
 * @param durability what an acknowledged write has survived
 * @param memoryBytes bounds caches and write buffers together
 * @param diskReserveBytes free space of the disk below which writes are refused; 0 = never
 * @param queueLimit decisions that may wait before {@code submit} answers OVERLOADED
 */
public record RocksDbOptions(
    Durability durability, long memoryBytes, long diskReserveBytes, int queueLimit) {
  public static final long MEMORY_BYTES_DEFAULT = 128L << 20;
  public static final long MEMORY_BYTES_MIN = 8L << 20;

  /** As much as the write buffers, which take half of the memory, and once more for deletes. */
  public static final long DISK_RESERVE_BYTES_DEFAULT = MEMORY_BYTES_DEFAULT;

  public static final int QUEUE_LIMIT_DEFAULT = 65_536;

  public RocksDbOptions {
    requireNonNull(durability, "durability");
    if (memoryBytes < MEMORY_BYTES_MIN) {
      throw new IllegalArgumentException(
          "memoryBytes is " + memoryBytes + " and must be at least " + MEMORY_BYTES_MIN);
    }
    if (diskReserveBytes < 0) {
      throw new IllegalArgumentException(
          "diskReserveBytes is " + diskReserveBytes + " and must not be negative");
    }
    if (queueLimit < 1) {
      throw new IllegalArgumentException("queueLimit is " + queueLimit + " and must be positive");
    }
  }

  public static RocksDbOptions defaults() {
    return new RocksDbOptions(
        Durability.SYNC, MEMORY_BYTES_DEFAULT, DISK_RESERVE_BYTES_DEFAULT, QUEUE_LIMIT_DEFAULT);
  }

  public RocksDbOptions withDurability(Durability value) {
    return new RocksDbOptions(value, memoryBytes, diskReserveBytes, queueLimit);
  }

  public RocksDbOptions withMemoryBytes(long value) {
    return new RocksDbOptions(durability, value, diskReserveBytes, queueLimit);
  }

  public RocksDbOptions withDiskReserveBytes(long value) {
    return new RocksDbOptions(durability, memoryBytes, value, queueLimit);
  }

  public RocksDbOptions withQueueLimit(int value) {
    return new RocksDbOptions(durability, memoryBytes, diskReserveBytes, value);
  }
}
