package dev.mayfly.storage.rocksdb;

/** What an acknowledged write has survived. */
public enum Durability {
  /** It is synced to the medium: it survives the loss of power. */
  SYNC,
  /** It is with the operating system: it survives the end of the process, not loss of power. */
  RELAXED,
}
