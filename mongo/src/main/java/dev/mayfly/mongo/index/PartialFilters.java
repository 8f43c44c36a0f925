package dev.mayfly.mongo.index;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Validates partial filter expressions. */
final class PartialFilters {
  private static final Set<String> OPERATORS =
      Set.of(
          "$eq",
          "$in",
          "$gt",
          "$gte",
          "$lt",
          "$lte",
          "$type",
          "$exists",
          "$geoWithin",
          "$geoIntersects");

  private PartialFilters() {}

  static void check(BsonDocument filter) {
    FilterParser.parse(filter, Expressions.PLAIN);
    for (Map.Entry<String, BsonValue> part : filter.entrySet()) {
      checkPart(part.getKey(), part.getValue());
    }
  }

  private static void checkPart(String name, BsonValue value) {
    if (name.equals("$and") || name.equals("$or")) {
      for (BsonValue branch : value.asArray()) {
        check(branch.asDocument());
      }
    } else if (name.startsWith("$") && !name.equals("$comment")) {
      throw unsupported(name, value);
    } else if (value.isRegularExpression()) {
      throw unsupported(name, value);
    } else if (value.isDocument()) {
      checkOperators(name, value.asDocument());
    }
  }

  private static void checkOperators(String name, BsonDocument operators) {
    for (Map.Entry<String, BsonValue> each : operators.entrySet()) {
      String operator = each.getKey();
      boolean absence =
          operator.equals("$exists")
              && each.getValue().isBoolean()
              && !each.getValue().asBoolean().getValue();
      if (operator.startsWith("$") && (!OPERATORS.contains(operator) || absence)) {
        throw unsupported(name, operators);
      }
    }
  }

  private static RuntimeException unsupported(String name, BsonValue value) {
    return IndexSpecs.cannot(
        "Expression not supported in partial index: " + BsonText.of(new BsonDocument(name, value)));
  }
}
