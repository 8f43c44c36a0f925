package dev.mayfly.engine.operation;

import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKeyDefinition;

/**
 * Where an item's rows stand.
 *
 * @param partition the logical partition's bytes
 * @param suffix the item's key within its container: the partition, then the id
 * @param itemKey the key of its row
 */
record ItemAddress(byte[] partition, byte[] suffix, byte[] itemKey) {
  static ItemAddress of(int container, PartitionKeyDefinition definition, ItemKey key) {
    byte[] partition = PartitionIdentity.logicalPartition(definition, key.partitionKey());
    byte[] suffix = Keys.suffix(partition, key.id().bytes());
    return new ItemAddress(partition, suffix, Keys.item(container, suffix));
  }
}
