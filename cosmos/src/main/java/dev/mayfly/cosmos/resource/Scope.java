package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyRange;
import java.util.List;

/**
 * Which items of a container a request is about: all, those of a partition key or of the beginning
 * of one, or those of a range of effective partition keys.
 *
 * @param range where they are
 * @param key the partition key, or the beginning of one, that all of them have; null if none was
 *     named. A range may hold items of other keys, where the effective partition keys are the same
 * @param rangeId the partition key range that the request is addressed to; the first one in which
 *     such items can be, if it is addressed to none
 */
public record Scope(
    PartitionKeyDefinition definition, EpkRange range, PartitionKey key, int rangeId) {

  public Scope {
    requireNonNull(definition, "definition");
    requireNonNull(range, "range");
  }

  /** Everything in the container. */
  public static Scope all(PartitionKeyDefinition definition) {
    return new Scope(definition, EpkRange.FULL, null, 0);
  }

  /**
   * What the headers of a request name.
   *
   * @throws CosmosException 410 if it is addressed to a partition key range that is not there
   */
  public static Scope of(Request request, Container container) {
    PartitionKeyDefinition definition = container.definition().partitionKey();
    PartitionKeyRange named = RangeIds.named(request, container);
    String start = request.header(HeaderNames.START_EPK);
    String end = request.header(HeaderNames.END_EPK);
    EpkRange range = named == null ? EpkRange.FULL : named.keys();
    if (start != null || end != null) {
      range = range.intersect(range(start == null ? "" : start, end == null ? "FF" : end));
    }
    PartitionKey key = key(request, definition);
    if (key != null) {
      range = range.intersect(EpkRange.of(definition, key));
    }
    int id = named == null ? container.ranges().at(range.minInclusive()).id() : named.id();
    return new Scope(definition, range, key, id);
  }

  /** The partition key, or the beginning of one, that a request names; null if it names none. */
  private static PartitionKey key(Request request, PartitionKeyDefinition definition) {
    String header = request.header(HeaderNames.PARTITION_KEY);
    if (header == null || definition.paths().isEmpty()) {
      return null;
    }
    PartitionKey key = PartitionKeyHeader.parse(header);
    if (key.components().size() > definition.paths().size()) {
      throw PartitionKeyHeader.moreComponents();
    }
    return key.components().isEmpty() ? null : key;
  }

  /** Clients name one key by the same text twice, as the plan of a query does. */
  private static EpkRange range(String start, String end) {
    return start.equals(end) && !start.isEmpty()
        ? EpkRange.parse(start, end + "00")
        : EpkRange.parse(start, end);
  }

  public boolean isAll() {
    return key == null && range.equals(EpkRange.FULL);
  }

  /** Whether an item of the range is one of those meant. */
  public boolean holds(Item item) {
    return key == null || holds(item.body());
  }

  /** The same by the item's body. */
  public boolean holds(byte[] document) {
    if (key == null) {
      return true;
    }
    List<PartitionKeyComponent> found = PartitionKey.fromBody(definition, document).components();
    return found.subList(0, key.components().size()).equals(key.components());
  }
}
