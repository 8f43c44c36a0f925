package dev.mayfly.engine.partition;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A physical partition: the items whose effective partition keys are in an interval.
 *
 * @param id never used again in its container
 * @param keys the interval
 * @param parents the ids of all ranges that it came from, the oldest first
 */
public record PartitionKeyRange(int id, EpkRange keys, List<Integer> parents) {
  public PartitionKeyRange {
    requireNonNull(keys, "keys");
    parents = List.copyOf(parents);
    if (id < 0 || keys.isEmpty()) {
      throw new IllegalArgumentException("range " + id + " over " + keys);
    }
  }

  public boolean holds(PartitionKeyDefinition definition, PartitionKey key) {
    return keys.contains(EffectivePartitionKey.of(definition, key));
  }

  /** True if the id is this range's or that of one it came from. */
  public boolean descendsFrom(int ancestor) {
    return id == ancestor || parents.contains(ancestor);
  }
}
