package dev.mayfly.storage.ratis;

/**
 * When the log is trimmed.
 *
 * @param bytes rows are flushed, and the log is trimmed, after so many were applied
 * @param entries the same for entries
 * @param tailBytes so much of the log is kept behind the flushed rows, so that a node that comes
 *     back soon needs no snapshot
 * @param segmentBytes the log is trimmed by whole files of this size
 */
record LogTrimming(long bytes, long entries, long tailBytes, long segmentBytes) {
  private static final long ENTRIES_MAX = 100_000;
  private static final long SEGMENT_BYTES_MIN = 256 << 10;

  static final LogTrimming DEFAULT = ofTail(ReplicaOptions.LOG_MEBIBYTES_DEFAULT);

  /** Keeps so many MiB behind the flushed rows. */
  static LogTrimming ofTail(int mebibytes) {
    long tail = (long) mebibytes << 20;
    return new LogTrimming(
        tail / 2,
        Math.min(ENTRIES_MAX, mebibytes * 1000L),
        tail,
        Math.max(SEGMENT_BYTES_MIN, tail / 8));
  }
}
