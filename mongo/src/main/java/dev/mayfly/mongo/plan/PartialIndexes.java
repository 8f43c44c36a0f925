package dev.mayfly.mongo.plan;

import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.filter.Filters;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether the filter of a partial index lets everything through that a query can match. */
final class PartialIndexes {
  private PartialIndexes() {}

  /** False also where it is not known. */
  static boolean hold(BsonDocument filter, Restrictions query) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      if (!holds(each.getKey(), each.getValue(), query)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(String name, BsonValue value, Restrictions query) {
    if (name.equals("$comment")) {
      return true;
    }
    if (name.equals("$and")) {
      return value.asArray().stream().allMatch(each -> hold(each.asDocument(), query));
    }
    if (name.equals("$or")) {
      return value.asArray().stream().anyMatch(each -> hold(each.asDocument(), query));
    }
    if (!Filters.isOperators(value)) {
      return query.imply(name, OperatorBounds.equal(value));
    }
    return value.asDocument().entrySet().stream()
        .allMatch(each -> holds(name, each.getKey(), each.getValue(), query));
  }

  private static boolean holds(String path, String operator, BsonValue value, Restrictions query) {
    Bounds bounds =
        switch (operator) {
          case "$eq" -> OperatorBounds.equal(value);
          case "$in" -> OperatorBounds.in(value.asArray());
          case "$gt", "$gte", "$lt", "$lte" -> OperatorBounds.compared(operator, value);
          default -> null;
        };
    boolean exists = operator.equals("$exists") && Values.isTrue(value);
    return exists ? query.demands(path) : bounds != null && query.imply(path, bounds);
  }
}
