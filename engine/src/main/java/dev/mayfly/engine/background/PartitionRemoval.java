package dev.mayfly.engine.background;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.operation.DeadItems;
import dev.mayfly.engine.operation.ItemRows;
import dev.mayfly.engine.registry.PartitionCatalog;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.HashMap;
import java.util.Map;

/**
 * Removes items of logical partitions that were deleted as a whole, a slice at a time, from request
 * units that users left over, as the purge does.
 */
final class PartitionRemoval {
  private final Map<Place, byte[]> seenUpTo = new HashMap<>();

  private record Place(int container, long lsn) {}

  static boolean isNeeded(OpenContainer container) {
    return !container.snapshot().deletedPartitions().isEmpty();
  }

  /** The next slice; true if there is more to do at once. */
  Write<Boolean> slice(OpenContainer container, SliceLimits limits) {
    return transaction -> run(transaction, container, limits);
  }

  private boolean run(WriteTransaction transaction, OpenContainer container, SliceLimits limits) {
    ContainerSnapshot snapshot = container.snapshot();
    if (container.isDropped() || snapshot.deletedPartitions().isEmpty()) {
      return false;
    }
    limits.start();
    DeletedPartition deleted = snapshot.deletedPartitions().get(0);
    Visibility visibility = snapshot.at(transaction.nowSecond());
    Place place = new Place(container.number(), deleted.lsn());
    byte[] prefix = Keys.item(container.number(), deleted.partition());
    byte[] seen = seenUpTo.get(place);
    byte[] from = seen == null ? prefix : Bytes.next(seen);
    boolean full = false;
    boolean budget = true;
    try (RowCursor rows = transaction.cursor(Table.ITEMS, from, Bytes.after(prefix))) {
      while (!full && budget && rows.next()) {
        full = !limits.row();
        ItemRow item = ItemRow.of(rows.value());
        if (full) {
          continue;
        }
        if (item.lsn() > deleted.lsn()) {
          seen = rows.key();
          continue;
        }
        budget = container.budget().tryPurge(Charges.delete(item.sizeBytes(), item.terms()));
        if (budget) {
          byte[] suffix = Keys.suffix(rows.key());
          DeadItems.logRemoval(transaction, container, visibility, suffix, item);
          ItemRows.remove(transaction, snapshot, suffix, item, null);
          seen = rows.key();
        }
      }
    }
    if (full || !budget) {
      byte[] last = seen;
      transaction.afterCommit(() -> seenUpTo.put(place, last));
    } else {
      PartitionCatalog.removed(transaction, container, deleted);
      transaction.afterCommit(() -> seenUpTo.remove(place));
    }
    if (snapshot.definition().allVersions() != null) {
      long last = transaction.nextLsn();
      transaction.afterCommit(() -> container.changed(last));
    }
    return budget;
  }
}
