package dev.mayfly.engine.operation;

import dev.mayfly.engine.commit.CountDeltas;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.List;

/**
 * All rows of one version of an item, put or removed together: a new kind of row is added to both
 * directions here, and to the verifier.
 */
public final class ItemRows {
  private ItemRows() {}

  /** The lane of the feed that a version stands in. */
  public static int lane(ItemRow item) {
    return item.ttlClass() == TtlClass.INHERITS && !item.isImported()
        ? Keys.LANE_INHERITING
        : Keys.LANE_OTHERS;
  }

  /** A place of a version in a source's queue. */
  public record QueuePlace(int source, long at) {}

  /** The queues that a version stands in, besides the feed. */
  public static QueuePlace[] queuePlaces(ItemRow item) {
    int dates = item.dateCount();
    boolean standing =
        item.ttlClass() == TtlClass.OWN
            || item.ttlClass() == TtlClass.INHERITS && item.isImported();
    QueuePlace[] places = new QueuePlace[dates + (standing ? 1 : 0)];
    for (int i = 0; i < dates; i++) {
      places[i] = new QueuePlace(item.dateSource(i), item.dateSecond(i));
    }
    if (standing) {
      places[dates] =
          item.ttlClass() == TtlClass.OWN
              ? new QueuePlace(ExpirySource.OWN, TtlPolicy.ownDeadline(item))
              : new QueuePlace(ExpirySource.DEFAULT, item.baseSecond());
    }
    return places;
  }

  /** True if the purge of a version must read the item before it removes it. */
  private static boolean hasOtherRows(
      ContainerSnapshot snapshot, ItemRow item, int queueRowsAtHand) {
    return item.hasUniqueRows()
        || snapshot.definition().partitionQuotaBytes() > 0
        || queuePlaces(item).length > queueRowsAtHand;
  }

  static void put(
      WriteTransaction transaction,
      OpenContainer container,
      ContainerSnapshot snapshot,
      ItemAddress address,
      ItemRow item,
      List<UniqueClaim> claims) {
    int number = container.number();
    transaction.put(Table.ITEMS, address.itemKey(), item.row());
    putDueRows(transaction, snapshot, address.suffix(), item);
    for (QueuePlace place : queuePlaces(item)) {
      container.purgePositions().inserted(place.source(), place.at(), item.lsn());
    }
    for (UniqueClaim claim : claims) {
      claim.put(transaction, item.lsn(), address.suffix());
    }
    count(transaction.counts(), number, item, 1);
    if (snapshot.definition().partitionQuotaBytes() > 0) {
      transaction.counts().addPartition(number, address.partition(), 1, item.sizeBytes());
    }
    long deadline = snapshot.policy().deadline(item);
    transaction.afterCommit(
        () -> {
          container.changed(item.lsn());
          container.deadlineAt(deadline);
        });
  }

  /** Feed and queue rows of a version. */
  public static void putDueRows(
      WriteTransaction transaction, ContainerSnapshot snapshot, byte[] suffix, ItemRow item) {
    int number = snapshot.state().number();
    transaction.put(
        Table.FEED,
        Keys.feed(number, lane(item), item.lsn()),
        DueRow.encode(item, hasOtherRows(snapshot, item, 0), suffix));
    QueuePlace[] places = queuePlaces(item);
    if (places.length > 0) {
      byte[] value = DueRow.encode(item, hasOtherRows(snapshot, item, 1), suffix);
      for (QueuePlace place : places) {
        transaction.put(
            Table.QUEUES, Keys.queue(number, place.source(), place.at(), item.lsn()), value);
      }
    }
  }

  /**
   * Removes the rows of a version, its own included.
   *
   * @param ahead its keys in indexes, if they were computed before; null if not
   */
  public static void remove(
      WriteTransaction transaction,
      ContainerSnapshot snapshot,
      byte[] suffix,
      ItemRow item,
      KeysAhead ahead) {
    int number = snapshot.state().number();
    transaction.delete(Table.ITEMS, Keys.item(number, suffix));
    List<IndexKeys> keys = KeysAhead.keys(ahead, snapshot, item);
    removeOthers(transaction, snapshot, suffix, item, keys);
    IndexRows.remove(transaction, snapshot, suffix, keys);
  }

  /** The keys of a stored version in the container's indexes. */
  static List<IndexKeys> storedKeys(ContainerSnapshot snapshot, ItemRow item) {
    return snapshot.indexes().isEmpty() ? List.of() : snapshot.indexes().storedKeys(item.body());
  }

  /**
   * Removes the rows of a version but its own and those in indexes, which are about to be written
   * over.
   */
  static void removeOthers(
      WriteTransaction transaction,
      ContainerSnapshot snapshot,
      byte[] suffix,
      ItemRow item,
      List<IndexKeys> indexKeys) {
    int number = snapshot.state().number();
    transaction.delete(Table.FEED, Keys.feed(number, lane(item), item.lsn()));
    for (QueuePlace place : queuePlaces(item)) {
      transaction.delete(Table.QUEUES, Keys.queue(number, place.source(), place.at(), item.lsn()));
    }
    boolean quota = snapshot.definition().partitionQuotaBytes() > 0;
    if (item.hasUniqueRows() || quota || snapshot.indexes().anyUnique()) {
      byte[] body = item.body();
      byte[] partition =
          PartitionIdentity.logicalPartition(
              snapshot.definition().partitionKey(),
              PartitionKey.fromBody(snapshot.definition().partitionKey(), body));
      List<byte[]> values = UniqueValues.of(snapshot.definition(), body);
      for (UniqueClaim claim : UniqueClaim.of(snapshot, partition, values, indexKeys)) {
        claim.remove(transaction, item.lsn(), suffix);
      }
      if (quota) {
        transaction.counts().addPartition(number, partition, -1, -item.sizeBytes());
      }
    }
    count(transaction.counts(), number, item, -1);
  }

  /** Adds a version to the counts, or takes it out. */
  public static void count(CountDeltas counts, int number, ItemRow item, int sign) {
    long bytes = (long) sign * item.sizeBytes();
    if (item.hasSeveralDeadlines()) {
      counts.addTotal(number, CountKeys.SET_SEVERAL, sign, bytes);
      if (lane(item) == Keys.LANE_INHERITING) {
        int set = CountKeys.SET_BY_SOURCE + ExpirySource.DEFAULT;
        counts.addAt(number, set, item.baseSecond(), sign, bytes);
      }
      for (QueuePlace place : queuePlaces(item)) {
        counts.addAt(number, CountKeys.SET_BY_SOURCE + place.source(), place.at(), sign, bytes);
      }
      return;
    }
    switch (item.ttlClass()) {
      case INHERITS ->
          counts.addAt(number, CountKeys.SET_INHERITING, item.baseSecond(), sign, bytes);
      case OWN -> counts.addAt(number, CountKeys.SET_OWN, TtlPolicy.ownDeadline(item), sign, bytes);
      case NEVER -> counts.addTotal(number, CountKeys.SET_NEVER, sign, bytes);
    }
  }

  /** Writes to the log of all versions, where there is one. */
  public static void log(
      WriteTransaction transaction,
      ContainerSnapshot snapshot,
      ChangeKind kind,
      long lsn,
      byte[] suffix,
      ItemRow item,
      long previousLsn) {
    if (snapshot.definition().allVersions() == null) {
      return;
    }
    int number = snapshot.state().number();
    byte[] value =
        new LogRow(kind, transaction.nowSecond(), previousLsn, suffix, item.row()).encode();
    transaction.put(Table.LOG, Keys.log(number, lsn), value);
    transaction.counts().addTotal(number, CountKeys.SET_LOG, 1, value.length);
  }
}
