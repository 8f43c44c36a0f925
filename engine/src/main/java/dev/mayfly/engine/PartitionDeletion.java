package dev.mayfly.engine;

import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.operation.Items;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.registry.PartitionCatalog;

/** Deletes all items of a logical partition in one commit, which records it and touches no item. */
final class PartitionDeletion {
  private PartitionDeletion() {}

  static void commit(
      Committer committer, OpenContainer container, PartitionKey key, Runnable requireOpen) {
    byte[] partition = Items.partition(container, key);
    committer.execute(
        transaction -> {
          requireOpen.run();
          DeletedPartition deleted =
              new DeletedPartition(partition, transaction.nextLsn(), transaction.nowSecond());
          PartitionCatalog.delete(transaction, container, deleted);
          return null;
        },
        CommitOptions.EXCLUSIVE.removing());
  }
}
