package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.partition.PartitionKey;

/** Names an item within its container. */
public record ItemKey(PartitionKey partitionKey, ItemId id) {
  public ItemKey {
    requireNonNull(partitionKey, "partitionKey");
    requireNonNull(id, "id");
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
