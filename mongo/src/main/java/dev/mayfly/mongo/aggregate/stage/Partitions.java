package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Documents grouped by partition key. */
final class Partitions {
  private final TreeMap<BsonValue, List<BsonDocument>> partitions;

  Partitions(BsonOrder order) {
    this.partitions = new TreeMap<>(order);
  }

  void add(BsonValue key, BsonDocument document) {
    partitions.computeIfAbsent(key, any -> new ArrayList<>()).add(document);
  }

  /**
   * The partitions in key order, each sorted.
   *
   * @param sortBy null to keep the input order
   */
  Collection<List<BsonDocument>> sorted(SortPattern sortBy) {
    if (sortBy != null) {
      Comparator<BsonDocument> byKey =
          (one, other) -> sortBy.compare(sortBy.key(one), sortBy.key(other));
      partitions.values().forEach(each -> each.sort(Checkpoint.within(byKey)));
    }
    return partitions.values();
  }
}
