package dev.mayfly.mongo.plan;

import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.query.plan.Conditions;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether the filter of a partial index lets everything through that a query can match. */
final class PartialIndexes {
  private PartialIndexes() {}

  /** False also where it is not known. */
  static boolean hold(BsonDocument filter, Conditions query) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      if (!holds(each.getKey(), each.getValue(), query)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(String name, BsonValue value, Conditions query) {
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
      return imply(query, name, OperatorBounds.equal(value));
    }
    return value.asDocument().entrySet().stream()
        .allMatch(each -> holds(name, each.getKey(), each.getValue(), query));
  }

  private static boolean holds(String path, String operator, BsonValue value, Conditions query) {
    Bounds bounds =
        switch (operator) {
          case "$eq" -> OperatorBounds.equal(value);
          case "$in" -> OperatorBounds.in(value.asArray());
          case "$gt", "$gte", "$lt", "$lte" -> OperatorBounds.compared(operator, value);
          default -> null;
        };
    boolean exists = operator.equals("$exists") && Values.isTrue(value);
    return exists ? demand(query, FilterConditions.names(path)) : imply(query, path, bounds);
  }

  /** Whether all that meets conditions passes a test with such bounds. */
  private static boolean imply(Conditions query, String path, Bounds bounds) {
    return bounds != null
        && bounds.exact()
        && query.on(FilterConditions.names(path)).stream()
            .anyMatch(each -> !each.isOfElement() && each.keys().isSubsetOf(bounds.keys()));
  }

  /** Whether only documents meet conditions that have something at a path. */
  static boolean demand(Conditions query, List<String> path) {
    return query.existing().contains(path)
        || query.on(path).stream()
            .anyMatch(each -> !each.isOfElement() && !Bounds.holdNull(each.keys()));
  }
}
