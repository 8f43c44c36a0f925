package dev.mayfly.engine.operation;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.IndexRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.pending.PendingRows;
import dev.mayfly.engine.storage.Table;
import java.util.List;

/** The rows of pending items in indexes and unique keys, so that scans of these find them. */
final class PendingIndexRows {
  private PendingIndexRows() {}

  /**
   * Deletes the rows of a version that a pending one takes the place of.
   *
   * @param seen the rows as the transaction sees them
   */
  static void remove(
      PendingRows rows,
      RowLookup seen,
      ContainerSnapshot snapshot,
      ItemAddress address,
      ItemRow version) {
    List<IndexKeys> keys = ItemRows.storedKeys(snapshot, version);
    for (int i = 0; i < keys.size(); i++) {
      OpenIndex index = snapshot.indexes().list().get(i);
      if (!index.index().unique()) {
        for (byte[] key : keys.get(i).keys()) {
          rows.delete(Table.INDEX, row(snapshot, index, key, address));
        }
      }
    }
    for (UniqueClaim claim : claims(snapshot, version)) {
      if (claim.isOf(seen, version.lsn(), address.suffix())) {
        rows.delete(Table.UNIQUE, claim.row());
      }
    }
  }

  /** The unique values of a version. */
  static List<UniqueClaim> claims(ContainerSnapshot snapshot, ItemRow version) {
    if (!version.hasUniqueRows() && !snapshot.indexes().anyUnique()) {
      return List.of();
    }
    byte[] body = version.body();
    byte[] partition =
        PartitionIdentity.logicalPartition(
            snapshot.definition().partitionKey(),
            PartitionKey.fromBody(snapshot.definition().partitionKey(), body));
    return UniqueClaim.of(
        snapshot,
        partition,
        UniqueValues.of(snapshot.definition(), body),
        ItemRows.storedKeys(snapshot, version));
  }

  /**
   * Puts the rows of a version.
   *
   * @return whether an index is now known to be multikey, or to have keys that were cut
   */
  static boolean put(
      PendingRows rows,
      ContainerSnapshot snapshot,
      ItemAddress address,
      ItemDraft draft,
      List<UniqueClaim> claims,
      long lsn) {
    boolean changed = false;
    List<IndexKeys> keys = draft.indexKeys();
    for (int i = 0; i < keys.size(); i++) {
      OpenIndex index = snapshot.indexes().list().get(i);
      if (!index.index().unique()) {
        for (byte[] key : keys.get(i).keys()) {
          rows.put(Table.INDEX, row(snapshot, index, key, address), IndexRow.value(key.length));
        }
      }
      IndexProgress known = index.progress();
      IndexProgress next = known.with(keys.get(i).multikey(), keys.get(i).cut());
      if (!next.equals(known)) {
        changed = true;
        rows.put(
            Table.META,
            MetaKeys.index(snapshot.state().number(), index.id()),
            IndexProgressRow.encode(next));
      }
    }
    for (UniqueClaim claim : claims) {
      rows.put(Table.UNIQUE, claim.row(), new UniqueRow(lsn, address.suffix()).encode());
    }
    return changed;
  }

  private static byte[] row(
      ContainerSnapshot snapshot, OpenIndex index, byte[] key, ItemAddress address) {
    return Keys.index(snapshot.state().number(), index.id(), key, address.suffix());
  }
}
