package dev.mayfly.engine.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.List;

/** What of a container can be seen at one instant. The only way from a row to an item. */
public final class Visibility {
  private final ContainerSnapshot snapshot;
  private final TtlPolicy policy;
  private final List<DeletedPartition> deletedPartitions;
  private final long nowSecond;

  Visibility(ContainerSnapshot snapshot, TtlPolicy policy, long nowSecond) {
    this.snapshot = requireNonNull(snapshot, "snapshot");
    this.policy = requireNonNull(policy, "policy");
    this.deletedPartitions = snapshot.deletedPartitions();
    this.nowSecond = nowSecond;
  }

  /** The container. */
  public ContainerSnapshot snapshot() {
    return snapshot;
  }

  public long nowSecond() {
    return nowSecond;
  }

  /** Whether every item that is there can be seen. */
  public boolean showsAll() {
    return deletedPartitions.isEmpty() && !policy.mayKill();
  }

  /** The item of a row, or null if there is no row or its item cannot be seen. */
  public ItemRow see(byte[] row, byte[] suffix) {
    if (row == null) {
      return null;
    }
    ItemRow item = ItemRow.of(row);
    return isLive(item, suffix) ? item : null;
  }

  /** Whether the key of an item plays a part in whether it can be seen. */
  public boolean dependsOnKeys() {
    return !deletedPartitions.isEmpty();
  }

  public boolean isLive(ItemRow item, byte[] suffix) {
    return !policy.isDead(item, nowSecond) && !isDeletedWithPartition(suffix, item.lsn());
  }

  /**
   * True if the item's time has passed, and not only after it was deleted with its partition. If
   * the policy has changed since the deletion, it is not known which came first: then it expired.
   */
  public boolean diedOfAge(ItemRow item, byte[] suffix) {
    for (DeletedPartition deleted : deletedPartitions) {
      if (deleted.covers(suffix, item.lsn())) {
        return policy.wasDead(item, deleted.second(), nowSecond);
      }
    }
    return isExpired(item);
  }

  /** True if the item's time has passed. */
  public boolean isExpired(ItemRow item) {
    return policy.isDead(item, nowSecond);
  }

  /** True if an item that was written then and expires by the default only is expired. */
  public boolean isExpiredByDefault(long tsSecond, long lsn) {
    return policy.isDead(ExpirySource.DEFAULT, tsSecond, lsn, nowSecond);
  }

  /** The last second of writing whose items are all expired by the default; MIN_VALUE if none. */
  public long expiredByDefaultUpTo() {
    return policy.reach(ExpirySource.DEFAULT, nowSecond);
  }

  public boolean isDeletedWithPartition(byte[] suffix, long lsn) {
    for (int i = 0; i < deletedPartitions.size(); i++) {
      if (deletedPartitions.get(i).covers(suffix, lsn)) {
        return true;
      }
    }
    return false;
  }

  /** The second in which an item died that is expired; not before it was written. */
  public long deathSecond(ItemRow item) {
    return Math.min(Math.max(policy.deathSecond(item), item.tsSecond()), nowSecond);
  }

  /** Seconds that a living item has left; {@link Long#MAX_VALUE} if it does not expire. */
  public long remainingSeconds(ItemRow item) {
    long deadline = policy.deadline(item);
    return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - nowSecond;
  }
}
