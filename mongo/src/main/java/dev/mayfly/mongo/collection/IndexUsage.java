package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.index.IndexSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Usage counters of the indexes of a collection since their creation or the server's start. Thread
 * safe.
 */
public final class IndexUsage {
  private final Map<String, Use> byName = new HashMap<>();
  private final Use byId;

  public record Use(LongAdder operations, long sinceMillis) {}

  /**
   * @param before counters of the collection before a change, which continue for remaining indexes;
   *     or null
   */
  IndexUsage(CollectionSpec spec, IndexUsage before, long nowMillis) {
    for (IndexSpec index : spec.allIndexes()) {
      Use known = before == null ? null : before.byName.get(index.name());
      byName.put(index.name(), known == null ? new Use(new LongAdder(), nowMillis) : known);
    }
    this.byId = byName.getOrDefault(spec.idIndex().name(), new Use(new LongAdder(), nowMillis));
  }

  /** Counts a use of the index on _id. */
  void used() {
    byId.operations().increment();
  }

  /** Counts a use. */
  void used(IndexSpec index) {
    byName.get(index.name()).operations().increment();
  }

  public Use of(IndexSpec index) {
    return byName.get(index.name());
  }
}
