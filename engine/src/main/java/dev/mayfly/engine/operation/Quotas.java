package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;

/**
 * Refuses a write that would pass a quota; dead bytes do not count (C3). What has rows, dead or
 * alive, is known at once; only where that is too much is it counted exactly, a logical partition
 * at most once for each second and change of the container.
 */
final class Quotas {
  private final Counts counts;
  private final LiveCounts liveCounts;
  private LiveBytes lastProbe;

  /** Live bytes of a partition as committed; valid for one second and one snapshot. */
  private record LiveBytes(
      ContainerSnapshot snapshot, byte[] partition, long nowSecond, long liveBytes) {}

  Quotas(Counts counts, LiveCounts liveCounts) {
    this.counts = requireNonNull(counts, "counts");
    this.liveCounts = requireNonNull(liveCounts, "liveCounts");
  }

  void check(
      WriteTransaction transaction,
      OpenContainer container,
      ContainerSnapshot snapshot,
      byte[] partition,
      long addedBytes) {
    if (addedBytes <= 0) {
      return;
    }
    long quota = snapshot.definition().quotaBytes();
    int number = container.number();
    long now = transaction.nowSecond();
    if (quota > 0) {
      long pendingRows =
          transaction.countsOfGroup().bytesOf(number) + transaction.counts().bytesOf(number);
      long pendingLive =
          transaction.liveChangesOfGroup().of(number) + transaction.liveChanges().of(number);
      if (liveCounts.stored(snapshot).bytes() + pendingRows + addedBytes > quota
          && liveCounts.live(snapshot, now).bytes() + pendingLive + addedBytes > quota) {
        throw refuse("container", quota, addedBytes);
      }
    }
    long partitionQuota = snapshot.definition().partitionQuotaBytes();
    if (partitionQuota > 0) {
      long pendingRows =
          transaction.countsOfGroup().bytesOf(number, partition)
              + transaction.counts().bytesOf(number, partition);
      long pendingLive =
          transaction.liveChangesOfGroup().of(number, partition)
              + transaction.liveChanges().of(number, partition);
      long stored = counts.partition(number, partition).bytes();
      if (stored + pendingRows + addedBytes > partitionQuota
          && livePartition(snapshot, partition, now) + pendingLive + addedBytes > partitionQuota) {
        throw refuse("logical partition", partitionQuota, addedBytes);
      }
    }
  }

  /** A write adds to what is alive, or takes from it. */
  void changed(
      WriteTransaction transaction, ContainerSnapshot snapshot, byte[] partition, long liveBytes) {
    if (snapshot.definition().quotaBytes() <= 0
        && snapshot.definition().partitionQuotaBytes() <= 0) {
      return;
    }
    transaction.liveChanges().add(snapshot.state().number(), partition, liveBytes);
    transaction.afterCommit(
        () -> {
          LiveBytes probe = lastProbe;
          if (probe != null
              && probe.snapshot() == snapshot
              && Arrays.equals(probe.partition(), partition)) {
            lastProbe =
                new LiveBytes(
                    snapshot, partition, probe.nowSecond(), probe.liveBytes() + liveBytes);
          }
        });
  }

  private long livePartition(ContainerSnapshot snapshot, byte[] partition, long nowSecond) {
    LiveBytes probe = lastProbe;
    boolean usable =
        probe != null
            && probe.snapshot() == snapshot
            && probe.nowSecond() == nowSecond
            && Arrays.equals(probe.partition(), partition);
    if (usable) {
      return probe.liveBytes();
    }
    long live = liveCounts.livePartition(snapshot, partition, nowSecond).bytes();
    lastProbe = new LiveBytes(snapshot, partition, nowSecond, live);
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
