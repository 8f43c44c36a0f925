package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Catalog;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.DeadItems;
import dev.mayfly.engine.item.ItemRows;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;

/**
 * Removes items of logical partitions that were deleted as a whole, from request units that users
 * left over, as the purge does. True if there may be more to do.
 */
final class PartitionRemoval implements Write<Boolean> {
  private final Catalog catalog;
  private final OpenContainer container;
  private final SliceLimits limits;

  PartitionRemoval(Catalog catalog, OpenContainer container, SliceLimits limits) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.container = requireNonNull(container, "container");
    this.limits = requireNonNull(limits, "limits");
  }

  @Override
  public Boolean run(WriteTransaction transaction) {
    Face face = container.face();
    if (container.isDropped() || face.deletedPartitions().isEmpty()) {
      return false;
    }
    limits.start();
    DeletedPartition deleted = face.deletedPartitions().get(0);
    Visibility visibility = face.at(transaction.nowSecond());
    byte[] prefix = Keys.item(container.number(), deleted.partition());
    int removed = 0;
    try (RowCursor rows = transaction.cursor(Table.ITEMS, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        ItemHeader item = ItemHeader.of(rows.value());
        if (item.lsn() > deleted.lsn()) {
          continue;
        }
        if (!limits.row()
            || !container.budget().tryPurge(Charges.delete(item.sizeBytes(), item.terms()))) {
          return removed > 0;
        }
        byte[] suffix = Keys.suffix(rows.key());
        DeadItems.logRemoval(transaction, face, visibility, suffix, item);
        ItemRows.remove(transaction, face, suffix, item);
        removed++;
      }
    }
    catalog.partitionRemoved(transaction, container, deleted);
    if (face.definition().allVersions() != null) {
      long last = transaction.nextLsn();
      transaction.afterCommit(() -> container.changed(last));
    }
    return true;
  }
}
