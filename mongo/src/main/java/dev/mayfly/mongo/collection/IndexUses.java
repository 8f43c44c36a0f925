package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.index.IndexSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often operations went by each index of a collection since it was made, or since the server
 * was started. Thread safe.
 */
public final class IndexUses {
  private final Map<String, Use> byName = new HashMap<>();
  private final Use byId;

  /** Of one index. */
  public record Use(LongAdder operations, long sinceMillis) {}

  /**
   * @param before of the same collection before it was changed, whose indexes go on; or null
   */
  IndexUses(CollectionSpec spec, IndexUses before, long nowMillis) {
    for (IndexSpec index : spec.allIndexes()) {
      Use known = before == null ? null : before.byName.get(index.name());
      byName.put(index.name(), known == null ? new Use(new LongAdder(), nowMillis) : known);
    }
    this.byId = byName.get(spec.idIndex().name());
  }

  /** An operation looks for ids. */
  void used() {
    byId.operations().increment();
  }

  /** An operation reads an index. */
  void used(IndexSpec index) {
    byName.get(index.name()).operations().increment();
  }

  public Use of(IndexSpec index) {
    return byName.get(index.name());
  }
}
