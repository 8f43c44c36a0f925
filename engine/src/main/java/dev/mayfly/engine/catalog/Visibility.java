package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.List;

/** What of a container can be seen at one instant. The only way from a row to an item. */
public final class Visibility {
  private final Face face;
  private final TtlPolicy policy;
  private final List<DeletedPartition> deletedPartitions;
  private final long nowSecond;

  Visibility(Face face, long nowSecond) {
    this.face = requireNonNull(face, "face");
    this.policy = face.policy();
    this.deletedPartitions = face.deletedPartitions();
    this.nowSecond = nowSecond;
  }

  /** The container that is looked at. */
  public Face face() {
    return face;
  }

  public long nowSecond() {
    return nowSecond;
  }

  /** Whether every item that is there can be seen. */
  public boolean showsAll() {
    return deletedPartitions.isEmpty() && !policy.mayKill();
  }

  /** The item of a row, or null if there is no row or its item cannot be seen. */
  public ItemHeader see(byte[] row, byte[] suffix) {
    if (row == null) {
      return null;
    }
    ItemHeader item = ItemHeader.of(row);
    return isLive(item, suffix) ? item : null;
  }

  /** Whether the key of an item plays a part in whether it can be seen. */
  public boolean dependsOnKeys() {
    return !deletedPartitions.isEmpty();
  }

  public boolean isLive(ItemHeader item, byte[] suffix) {
    return !policy.isDead(item, nowSecond) && !isDeletedWithPartition(suffix, item.lsn());
  }

  /**
   * True if the item's time has passed, and not only after it was deleted with its partition. If
   * the policy has changed since the deletion, it is not known which came first: then it expired.
   */
  public boolean diedOfAge(ItemHeader item, byte[] suffix) {
    for (DeletedPartition deleted : deletedPartitions) {
      if (deleted.covers(suffix, item.lsn())) {
        return policy.wasDead(item, deleted.second(), nowSecond);
      }
    }
    return isExpired(item);
  }

  /** True if the item's time has passed. */
  public boolean isExpired(ItemHeader item) {
    return policy.isDead(item, nowSecond);
  }

  public boolean isDeletedWithPartition(byte[] suffix, long lsn) {
    for (int i = 0; i < deletedPartitions.size(); i++) {
      if (deletedPartitions.get(i).covers(suffix, lsn)) {
        return true;
      }
    }
    return false;
  }

  /** Seconds that a living item has left; {@link Long#MAX_VALUE} if it does not expire. */
  public long remainingSeconds(ItemHeader item) {
    long deadline = policy.deadline(item);
    return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - nowSecond;
  }
}
