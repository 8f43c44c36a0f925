package dev.mayfly.engine.operation;

import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionIdentity;

/**
 * The keys of the item rows that a scan walks.
 *
 * @param from the first key that may be in the range
 * @param to the first key after the range
 * @param backwards from the last key to the first
 */
public record ScanKeys(byte[] from, byte[] to, boolean backwards) {
  /** All items of a range of effective partition keys. */
  public static ScanKeys of(ContainerSnapshot snapshot, EpkRange range) {
    ItemRange keys =
        new ItemRange(snapshot.state().number(), snapshot.definition().partitionKey(), range);
    return new ScanKeys(keys.from(), keys.to(), false);
  }

  /** Items of one logical partition by their ids. */
  public static ScanKeys of(ContainerSnapshot snapshot, IdRange ids) {
    byte[] partition =
        PartitionIdentity.logicalPartition(snapshot.definition().partitionKey(), ids.partition());
    byte[] prefix = Keys.item(snapshot.state().number(), partition);
    return new ScanKeys(ids.from(prefix), ids.to(prefix), ids.backwards());
  }
}
