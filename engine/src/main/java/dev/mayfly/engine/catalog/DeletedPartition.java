package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * A logical partition that was deleted as a whole: its items up to that LSN are gone.
 *
 * @param second in which it was deleted
 */
public record DeletedPartition(byte[] partition, long lsn, long second) {
  public DeletedPartition {
    requireNonNull(partition, "partition");
  }

  /** Whether an item of that key, last written at that LSN, went with the partition. */
  public boolean covers(byte[] suffix, long itemLsn) {
    int length = partition.length;
    return itemLsn <= lsn
        && suffix.length >= length
        && Arrays.equals(suffix, 0, length, partition, 0, length);
  }
}
