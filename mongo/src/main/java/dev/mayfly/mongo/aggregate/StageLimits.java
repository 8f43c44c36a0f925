package dev.mayfly.mongo.aggregate;

import dev.mayfly.query.spill.SpillCounts;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How much stages and sorts of all commands may hold in memory, as server parameters say, and what
 * they have moved to disk.
 */
public final class StageLimits {
  /** The limit of a stage, as in MongoDB. */
  public static final long DEFAULT_BYTES = 100L * 1024 * 1024;

  private final SpillCounts sorts = new SpillCounts();
  private final SpillCounts groups = new SpillCounts();
  private final AtomicLongArray bytes = new AtomicLongArray(Limit.values().length);
  private volatile boolean diskUse = true;

  /** The limits that can be changed, each by its parameter. */
  public enum Limit {
    SORT("internalQueryMaxBlockingSortMemoryUsageBytes"),
    GROUP("internalDocumentSourceGroupMaxMemoryBytes"),
    BUCKET_AUTO("internalDocumentSourceBucketAutoMaxMemoryBytes"),
    WINDOW("internalDocumentSourceSetWindowFieldsMaxMemoryBytes");

    private final String parameter;

    Limit(String parameter) {
      this.parameter = parameter;
    }

    public String parameter() {
      return parameter;
    }
  }

  public StageLimits() {
    for (Limit each : Limit.values()) {
      setBytes(each, DEFAULT_BYTES);
    }
  }

  /** Whether commands that do not say may use the disk. */
  public boolean diskUse() {
    return diskUse;
  }

  public void setDiskUse(boolean allowed) {
    diskUse = allowed;
  }

  public long bytes(Limit limit) {
    return bytes.get(limit.ordinal());
  }

  public void setBytes(Limit limit, long most) {
    bytes.set(limit.ordinal(), most);
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
      case "$group", "$bucket" -> bytes(Limit.GROUP);
      case "$bucketAuto" -> bytes(Limit.BUCKET_AUTO);
      case "$setWindowFields" -> bytes(Limit.WINDOW);
      default -> DEFAULT_BYTES;
    };
  }
}
