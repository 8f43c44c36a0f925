package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.count.CountDeltas;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.List;

/**
 * All rows of one version of an item, put or removed together: whoever adds a kind of row adds it
 * to both directions here, and to the verifier.
 */
public final class ItemRows {
  private ItemRows() {}

  /** The lane of the feed that a version stands in. */
  public static int lane(ItemHeader item) {
    return item.ttlClass() == TtlClass.INHERITS && !item.isImported()
        ? Keys.LANE_INHERITING
        : Keys.LANE_OTHERS;
  }

  /** A place of a version in a source's queue. */
  public record QueuePlace(int source, long at) {}

  /** The queues that a version stands in, besides the feed. */
  public static QueuePlace[] queuePlaces(ItemHeader item) {
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

  /** True if the purge of a version must look at the item before it removes it. */
  private static boolean hasOtherRows(Face face, ItemHeader item, int queueRowsAtHand) {
    return item.hasUniqueRows()
        || face.definition().partitionQuotaBytes() > 0
        || queuePlaces(item).length > queueRowsAtHand;
  }

  static void put(
      WriteTransaction transaction,
      OpenContainer container,
      Face face,
      Address address,
      ItemHeader item,
      List<Claim> claims) {
    int number = container.number();
    transaction.put(Table.ITEMS, address.itemKey(), item.row());
    putDueRows(transaction, face, address.suffix(), item);
    for (QueuePlace place : queuePlaces(item)) {
      container.purgePositions().inserted(place.source(), place.at(), item.lsn());
    }
    for (Claim claim : claims) {
      claim.put(transaction, item.lsn(), address.suffix());
    }
    count(transaction.counts(), number, item, 1);
    if (face.definition().partitionQuotaBytes() > 0) {
      transaction.counts().addPartition(number, address.partition(), 1, item.sizeBytes());
    }
    long deadline = face.policy().deadline(item);
    transaction.afterCommit(
        () -> {
          container.changed(item.lsn());
          container.deadlineAt(deadline);
        });
  }

  /** Feed and queue rows of a version. */
  public static void putDueRows(
      WriteTransaction transaction, Face face, byte[] suffix, ItemHeader item) {
    int number = face.state().number();
    transaction.put(
        Table.FEED,
        Keys.feed(number, lane(item), item.lsn()),
        DueRow.encode(item, hasOtherRows(face, item, 0), suffix));
    QueuePlace[] places = queuePlaces(item);
    if (places.length > 0) {
      byte[] value = DueRow.encode(item, hasOtherRows(face, item, 1), suffix);
      for (QueuePlace place : places) {
        transaction.put(
            Table.QUEUES, Keys.queue(number, place.source(), place.at(), item.lsn()), value);
      }
    }
  }

  /** Removes the rows of a version, its own included. */
  public static void remove(
      WriteTransaction transaction, Face face, byte[] suffix, ItemHeader item) {
    int number = face.state().number();
    transaction.delete(Table.ITEMS, Keys.item(number, suffix));
    List<IndexKeys> keys = storedKeys(face, item);
    removeOthers(transaction, face, suffix, item, keys);
    IndexRows.remove(transaction, face, suffix, keys);
  }

  /** The keys of a stored version in the container's indexes. */
  static List<IndexKeys> storedKeys(Face face, ItemHeader item) {
    return face.indexes().isEmpty() ? List.of() : face.indexes().storedKeys(item.body());
  }

  /**
   * Removes the rows of a version but its own and those in indexes, which are about to be written
   * over.
   */
  static void removeOthers(
      WriteTransaction transaction,
      Face face,
      byte[] suffix,
      ItemHeader item,
      List<IndexKeys> indexKeys) {
    int number = face.state().number();
    transaction.delete(Table.FEED, Keys.feed(number, lane(item), item.lsn()));
    for (QueuePlace place : queuePlaces(item)) {
      transaction.delete(Table.QUEUES, Keys.queue(number, place.source(), place.at(), item.lsn()));
    }
    boolean quota = face.definition().partitionQuotaBytes() > 0;
    if (item.hasUniqueRows() || quota || face.indexes().anyUnique()) {
      byte[] body = item.body();
      byte[] partition =
          Address.partition(
              face.definition().partitionKey(),
              PartitionKey.fromBody(face.definition().partitionKey(), body));
      List<byte[]> values = UniqueValues.of(face.definition(), body);
      for (Claim claim : Claim.of(face, partition, values, indexKeys)) {
        claim.remove(transaction, item.lsn(), suffix);
      }
      if (quota) {
        transaction.counts().addPartition(number, partition, -1, -item.sizeBytes());
      }
    }
    count(transaction.counts(), number, item, -1);
  }

  /** Adds a version to the counts, or takes it out. */
  public static void count(CountDeltas counts, int number, ItemHeader item, int sign) {
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
      Face face,
      LogRow.Kind kind,
      long lsn,
      byte[] suffix,
      ItemHeader item,
      long previousLsn) {
    if (face.definition().allVersions() == null) {
      return;
    }
    int number = face.state().number();
    byte[] value =
        new LogRow(kind, transaction.nowSecond(), previousLsn, suffix, item.row()).encode();
    transaction.put(Table.LOG, Keys.log(number, lsn), value);
    transaction.counts().addTotal(number, CountKeys.SET_LOG, 1, value.length);
  }
}
