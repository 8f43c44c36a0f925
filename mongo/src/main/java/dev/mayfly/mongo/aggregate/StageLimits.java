package dev.mayfly.mongo.aggregate;

import dev.mayfly.query.spill.SpillCounts;

/**
 * How much stages and sorts of all commands may hold in memory, as server parameters say, and what
 * they have moved to disk.
 */
public final class StageLimits {
  /** The limit of a stage, as in MongoDB. */
  public static final long DEFAULT_BYTES = 100L * 1024 * 1024;

  private final SpillCounts sorts = new SpillCounts();
  private final SpillCounts groups = new SpillCounts();
  private volatile boolean diskUse = true;
  private volatile long sortBytes = DEFAULT_BYTES;
  private volatile long groupBytes = DEFAULT_BYTES;
  private volatile long bucketBytes = DEFAULT_BYTES;
  private volatile long windowBytes = DEFAULT_BYTES;

  /** Whether commands that do not say may use the disk. */
  public boolean diskUse() {
    return diskUse;
  }

  public void setDiskUse(boolean allowed) {
    diskUse = allowed;
  }

  public long sortBytes() {
    return sortBytes;
  }

  public void setSortBytes(long bytes) {
    sortBytes = bytes;
  }

  public long groupBytes() {
    return groupBytes;
  }

  public void setGroupBytes(long bytes) {
    groupBytes = bytes;
  }

  public long bucketBytes() {
    return bucketBytes;
  }

  public void setBucketBytes(long bytes) {
    bucketBytes = bytes;
  }

  public long windowBytes() {
    return windowBytes;
  }

  public void setWindowBytes(long bytes) {
    windowBytes = bytes;
  }

  /** What sorts have moved to disk. */
  public SpillCounts sorts() {
    return sorts;
  }

  /** What groups have moved to disk. */
  public SpillCounts groups() {
    return groups;
  }

  /** The limit of a stage. */
  long bytesOf(String stage) {
    return switch (stage) {
      case "$group", "$bucket" -> groupBytes;
      case "$bucketAuto" -> bucketBytes;
      case "$setWindowFields" -> windowBytes;
      default -> DEFAULT_BYTES;
    };
  }
}
