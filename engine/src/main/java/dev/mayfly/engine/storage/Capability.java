package dev.mayfly.engine.storage;

/** What a storage may be able to do beyond the seam's basic duties. */
public enum Capability {
  /** One decision may touch rows of several logical partitions and containers atomically. */
  MULTI_PARTITION_COMMITS,
  /** {@link Storage#backup} works while the storage is in use. */
  ONLINE_BACKUP,
  /** What was committed is still there when the storage is opened again. */
  PERSISTENT,
}
