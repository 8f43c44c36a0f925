package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;

/**
 * Which items of a container a request is about: all, those of a partition key or of the beginning
 * of one, or those of a range of effective partition keys.
 *
 * @param range where they are
 * @param key whose items alone they are, or null; a range may hold those of other keys, where the
 *     effective partition keys are the same
 */
record FeedScope(PartitionKeyDefinition definition, EpkRange range, PartitionKey key) {
  private static final String ONLY_RANGE = "0";

  static FeedScope of(Request request, PartitionKeyDefinition definition) {
    checkPartitionKeyRange(request);
    String start = request.header(HeaderNames.START_EPK);
    String end = request.header(HeaderNames.END_EPK);
    EpkRange range =
        start == null && end == null
            ? EpkRange.FULL
            : EpkRange.parse(start == null ? "" : start, end == null ? "FF" : end);
    String header = request.header(HeaderNames.PARTITION_KEY);
    if (header == null || definition.paths().isEmpty()) {
      return new FeedScope(definition, range, null);
    }
    PartitionKey key = PartitionKeyHeader.parse(header);
    if (key.components().size() > definition.paths().size()) {
      throw PartitionKeyHeader.moreComponents();
    }
    if (key.components().isEmpty()) {
      return new FeedScope(definition, range, null);
    }
    EpkRange ofKey = EpkRange.of(definition, key);
    return new FeedScope(
        definition,
        range.equals(EpkRange.FULL) ? ofKey : ofKey.intersect(range),
        key.isComplete(definition) ? key : null);
  }

  /** There is one range. Clients may put the container's resource id and a comma before it. */
  static void checkPartitionKeyRange(Request request) {
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

  /** Whether an item of the range is one of those meant. */
  boolean holds(Item item) {
    return key == null || PartitionKey.fromBody(definition, item.body()).equals(key);
  }
}
