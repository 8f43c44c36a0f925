package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.List;

/**
 * Which items of a container a request is about.
 *
 * @param range where they are
 * @param key the partition key, or the beginning of one, that all of them have; null if none was
 *     named. A range may hold items of other keys, where the effective partition keys are the same
 */
public record Scope(PartitionKeyDefinition definition, EpkRange range, PartitionKey key) {
  public Scope {
    requireNonNull(definition, "definition");
    requireNonNull(range, "range");
  }

  /** Everything in the container. */
  public static Scope all(PartitionKeyDefinition definition) {
    return new Scope(definition, EpkRange.FULL, null);
  }

  boolean isAll() {
    return key == null && range.equals(EpkRange.FULL);
  }

  /** Whether an item of the range is one of those meant. */
  boolean holds(byte[] document) {
    if (key == null) {
      return true;
    }
    List<PartitionKeyComponent> found = PartitionKey.fromBody(definition, document).components();
    return found.subList(0, key.components().size()).equals(key.components());
  }
}
