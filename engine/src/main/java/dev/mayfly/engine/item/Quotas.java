package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.count.Counts;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;

/**
 * Refuses a write that would pass a quota; dead bytes do not count (C3). What has rows, dead or
 * alive, is known at once; only where that is too much is it looked at more closely, a logical
 * partition at most once for each second and purge.
 */
final class Quotas {
  private final Counts counts;
  private final LiveCounts liveCounts;
  private CloseLook lastLook;

  private record CloseLook(
      int container,
      byte[] partition,
      long nowSecond,
      long purgedItems,
      long storedBytes,
      long liveBytes) {}

  Quotas(Counts counts, LiveCounts liveCounts) {
    this.counts = requireNonNull(counts, "counts");
    this.liveCounts = requireNonNull(liveCounts, "liveCounts");
  }

  void check(
      WriteTransaction transaction,
      OpenContainer container,
      Face face,
      byte[] partition,
      long addedBytes) {
    if (addedBytes <= 0) {
      return;
    }
    long quota = face.definition().quotaBytes();
    int number = container.number();
    if (quota > 0) {
      long pending =
          transaction.countsOfGroup().bytesOf(number) + transaction.counts().bytesOf(number);
      if (liveCounts.stored(face).bytes() + pending + addedBytes > quota
          && liveCounts.live(face, transaction.nowSecond()).bytes() + pending + addedBytes
              > quota) {
        throw refuse("container", quota, addedBytes);
      }
    }
    long partitionQuota = face.definition().partitionQuotaBytes();
    if (partitionQuota > 0) {
      long pending =
          transaction.countsOfGroup().bytesOf(number, partition)
              + transaction.counts().bytesOf(number, partition);
      long stored = counts.partition(number, partition).bytes();
      if (stored + pending + addedBytes > partitionQuota
          && livePartition(container, face, partition, stored, transaction.nowSecond())
                  + pending
                  + addedBytes
              > partitionQuota) {
        throw refuse("logical partition", partitionQuota, addedBytes);
      }
    }
  }

  private long livePartition(
      OpenContainer container, Face face, byte[] partition, long storedBytes, long nowSecond) {
    CloseLook look = lastLook;
    long purged = container.purgedItems().sum();
    boolean usable =
        look != null
            && look.container() == container.number()
            && look.nowSecond() == nowSecond
            && look.purgedItems() == purged
            && Arrays.equals(look.partition(), partition);
    if (usable) {
      return look.liveBytes() + storedBytes - look.storedBytes();
    }
    long live = liveCounts.livePartition(face, partition, nowSecond).bytes();
    lastLook = new CloseLook(container.number(), partition, nowSecond, purged, storedBytes, live);
    return live;
  }

  private static EngineException refuse(String what, long quotaBytes, long addedBytes) {
    return new EngineException(
        ErrorCode.QUOTA_EXCEEDED,
        "The write adds "
            + addedBytes
            + " bytes and would pass the "
            + what
            + "'s quota of "
            + quotaBytes
            + " bytes.");
  }
}
