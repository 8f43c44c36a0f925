package dev.mayfly.engine.registry;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.CatalogCodec;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Logical partitions that were deleted as a whole: their rows, and what containers know of them.
 */
public final class PartitionCatalog {
  private PartitionCatalog() {}

  /** Those of each container. */
  static Map<Integer, List<DeletedPartition>> load(ReadView view) {
    Map<Integer, List<DeletedPartition>> deleted = new HashMap<>();
    try (RowCursor rows =
        view.cursor(Table.META, MetaKeys.PARTITIONS, Bytes.after(MetaKeys.PARTITIONS))) {
      while (rows.next()) {
        deleted
            .computeIfAbsent(MetaKeys.number(rows.key()), number -> new ArrayList<>())
            .add(CatalogCodec.decodeDeletedPartition(rows.key(), rows.value()));
      }
    }
    return deleted;
  }

  /** Marks a logical partition as deleted up to that LSN; published when committed. */
  public static void delete(
      WriteTransaction transaction, OpenContainer container, DeletedPartition deleted) {
    transaction.put(
        Table.META,
        MetaKeys.partition(container.number(), deleted.partition()),
        CatalogCodec.encode(deleted));
    transaction.afterCommit(
        () -> {
          List<DeletedPartition> next = without(container, deleted.partition());
          next.add(deleted);
          container.publish(container.snapshot().withDeletedPartitions(next));
        });
  }

  /** The items of a deleted partition are removed: its mark goes. */
  public static void removed(
      WriteTransaction transaction, OpenContainer container, DeletedPartition deleted) {
    transaction.delete(Table.META, MetaKeys.partition(container.number(), deleted.partition()));
    transaction.afterCommit(
        () ->
            container.publish(
                container
                    .snapshot()
                    .withDeletedPartitions(without(container, deleted.partition()))));
  }

  private static List<DeletedPartition> without(OpenContainer container, byte[] partition) {
    List<DeletedPartition> rest = new ArrayList<>(container.snapshot().deletedPartitions());
    rest.removeIf(each -> Arrays.equals(each.partition(), partition));
    return rest;
  }
}
