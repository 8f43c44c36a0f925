package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Names an item within its container. */
public record ItemKey(PartitionKey partitionKey, ItemId id) {
  public ItemKey {
    requireNonNull(partitionKey, "partitionKey");
    requireNonNull(id, "id");
  }

  /** The keys in the order in which a scan of the container finds their items, each once. */
  public static List<ItemKey> inScanOrder(
      PartitionKeyDefinition definition, Collection<ItemKey> keys) {
    TreeMap<byte[], ItemKey> sorted = new TreeMap<>(Arrays::compareUnsigned);
    for (ItemKey key : keys) {
      byte[] partition = PartitionIdentity.logicalPartition(definition, key.partitionKey());
      sorted.put(Keys.suffix(partition, key.id().bytes()), key);
    }
    return List.copyOf(sorted.values());
  }

  /** For a container partitioned by one string. */
  public static ItemKey of(String partitionKey, String id) {
    return new ItemKey(PartitionKey.of(partitionKey), ItemId.of(id));
  }

  /** For a container without a partition key. */
  public static ItemKey of(String id) {
    return new ItemKey(PartitionKey.NONE, ItemId.of(id));
  }
}
