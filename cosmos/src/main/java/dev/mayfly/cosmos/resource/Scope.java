package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyComponent;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.List;

/**
 * Which items of a container a request is about: all, those of a partition key or of the beginning
 * of one, or those of a range of effective partition keys.
 *
 * @param range where they are
 * @param key the partition key, or the beginning of one, that all of them have; null if none was
 *     named. A range may hold items of other keys, where the effective partition keys are the same
 */
public record Scope(PartitionKeyDefinition definition, EpkRange range, PartitionKey key) {
  private static final String ONLY_RANGE = "0";

  public Scope {
    requireNonNull(definition, "definition");
    requireNonNull(range, "range");
  }

  /** Everything in the container. */
  public static Scope all(PartitionKeyDefinition definition) {
    return new Scope(definition, EpkRange.FULL, null);
  }

  /** What the headers of a request name. */
  public static Scope of(Request request, PartitionKeyDefinition definition) {
    checkPartitionKeyRange(request);
    String start = request.header(HeaderNames.START_EPK);
    String end = request.header(HeaderNames.END_EPK);
    EpkRange range =
        start == null && end == null
            ? EpkRange.FULL
            : range(start == null ? "" : start, end == null ? "FF" : end);
    String header = request.header(HeaderNames.PARTITION_KEY);
    if (header == null || definition.paths().isEmpty()) {
      return new Scope(definition, range, null);
    }
    PartitionKey key = PartitionKeyHeader.parse(header);
    if (key.components().size() > definition.paths().size()) {
      throw PartitionKeyHeader.moreComponents();
    }
    if (key.components().isEmpty()) {
      return new Scope(definition, range, null);
    }
    return new Scope(definition, EpkRange.of(definition, key).intersect(range), key);
  }

  /** Clients name one key by the same text twice, as the plan of a query does. */
  private static EpkRange range(String start, String end) {
    return start.equals(end) && !start.isEmpty()
        ? EpkRange.parse(start, end + "00")
        : EpkRange.parse(start, end);
  }

  /** There is one range. Clients may put the container's resource id and a comma before it. */
  public static void checkPartitionKeyRange(Request request) {
    String id = request.header(HeaderNames.PARTITION_KEY_RANGE_ID);
    if (id != null && !id.substring(id.indexOf(',') + 1).equals(ONLY_RANGE)) {
      throw CosmosException.errors(
          410,
          1002,
          "The requested resource is no longer available at the server: there is no partition key"
              + " range '"
              + id
              + "'.");
    }
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
