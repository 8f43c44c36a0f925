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
 * partition at most once for each second and change of the container.
 */
final class Quotas {
  private final Counts counts;
  private final LiveCounts liveCounts;
  private CloseLook lastLook;

  /** Live bytes of a partition as committed; for as long as the second and the face are these. */
  private record CloseLook(Face face, byte[] partition, long nowSecond, long liveBytes) {}

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
    long now = transaction.nowSecond();
    if (quota > 0) {
      long pendingRows =
          transaction.countsOfGroup().bytesOf(number) + transaction.counts().bytesOf(number);
      long pendingLive =
          transaction.liveChangesOfGroup().of(number) + transaction.liveChanges().of(number);
      if (liveCounts.stored(face).bytes() + pendingRows + addedBytes > quota
          && liveCounts.live(face, now).bytes() + pendingLive + addedBytes > quota) {
        throw refuse("container", quota, addedBytes);
      }
    }
    long partitionQuota = face.definition().partitionQuotaBytes();
    if (partitionQuota > 0) {
      long pendingRows =
          transaction.countsOfGroup().bytesOf(number, partition)
              + transaction.counts().bytesOf(number, partition);
      long pendingLive =
          transaction.liveChangesOfGroup().of(number, partition)
              + transaction.liveChanges().of(number, partition);
      long stored = counts.partition(number, partition).bytes();
      if (stored + pendingRows + addedBytes > partitionQuota
          && livePartition(face, partition, now) + pendingLive + addedBytes > partitionQuota) {
        throw refuse("logical partition", partitionQuota, addedBytes);
      }
    }
  }

  /** A write adds to what is alive, or takes from it. */
  void changed(WriteTransaction transaction, Face face, byte[] partition, long liveBytes) {
    if (face.definition().quotaBytes() <= 0 && face.definition().partitionQuotaBytes() <= 0) {
      return;
    }
    transaction.liveChanges().add(face.state().number(), partition, liveBytes);
    transaction.afterCommit(
        () -> {
          CloseLook look = lastLook;
          if (look != null && look.face() == face && Arrays.equals(look.partition(), partition)) {
            lastLook =
                new CloseLook(face, partition, look.nowSecond(), look.liveBytes() + liveBytes);
          }
        });
  }

  private long livePartition(Face face, byte[] partition, long nowSecond) {
    CloseLook look = lastLook;
    boolean usable =
        look != null
            && look.face() == face
            && look.nowSecond() == nowSecond
            && Arrays.equals(look.partition(), partition);
    if (usable) {
      return look.liveBytes();
    }
    long live = liveCounts.livePartition(face, partition, nowSecond).bytes();
    lastLook = new CloseLook(face, partition, nowSecond, live);
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
