package dev.mayfly.engine.item;

import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;

/**
 * Where an item's rows stand.
 *
 * @param partition the logical partition's bytes
 * @param suffix the item's key within its container: the partition, then the id
 * @param itemKey the key of its row
 */
record Address(byte[] partition, byte[] suffix, byte[] itemKey) {
  static Address of(int container, PartitionKeyDefinition definition, ItemKey key) {
    byte[] partition = partition(definition, key.partitionKey());
    byte[] suffix = Bytes.concat(partition, key.id().bytes());
    return new Address(partition, suffix, Keys.item(container, suffix));
  }

  static byte[] partition(PartitionKeyDefinition definition, PartitionKey key) {
    key.requireComplete(definition);
    return Bytes.concat(EffectivePartitionKey.of(definition, key), PartitionIdentity.identity(key));
  }
}
