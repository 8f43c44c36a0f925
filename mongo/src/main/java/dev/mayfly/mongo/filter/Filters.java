package dev.mayfly.mongo.filter;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Static analysis of query documents. */
public final class Filters {
  private static final String ID = "_id";

  private Filters() {}

  /** The value of an equality on {@code _id}, or null. */
  public static BsonValue idOf(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      BsonValue id = null;
      if (each.getKey().equals(ID)) {
        id = pinned(each.getValue());
      } else if (each.getKey().equals("$and") && each.getValue().isArray()) {
        id = idOfOne(each.getValue().asArray());
      }
      if (id != null) {
        return id;
      }
    }
    return null;
  }

  /** Whether a value is a document of operators rather than a literal. */
  public static boolean isOperators(BsonValue value) {
    return OperatorParser.isOperators(value, false);
  }

  /** Whether the condition of an {@code $elemMatch} applies to elements that are no documents. */
  public static boolean isOnElements(BsonDocument condition) {
    return OperatorParser.isOnValues(condition);
  }

  /** Whether a query searches by {@code $text}. */
  public static boolean usesText(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      if (each.getKey().equals("$text")) {
        return true;
      }
      boolean list =
          each.getKey().equals("$and")
              || each.getKey().equals("$or")
              || each.getKey().equals("$nor");
      if (list && each.getValue().isArray()) {
        for (BsonValue one : each.getValue().asArray()) {
          if (one.isDocument() && usesText(one.asDocument())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The value that a condition of a field is an equality with; null if it is another one. */
  public static BsonValue equality(BsonValue condition) {
    if (condition == null || condition.isRegularExpression()) {
      return null;
    }
    return OperatorParser.isOperators(condition, false)
        ? condition.asDocument().get("$eq")
        : condition;
  }

  private static BsonValue idOfOne(Iterable<BsonValue> filters) {
    for (BsonValue each : filters) {
      BsonValue id = each.isDocument() ? idOf(each.asDocument()) : null;
      if (id != null) {
        return id;
      }
    }
    return null;
  }

  /** Null also if several {@code _id}s can match: missing ones, array elements. */
  private static BsonValue pinned(BsonValue condition) {
    BsonValue value = condition;
    if (OperatorParser.isOperators(condition, false)) {
      value = condition.asDocument().get("$eq");
      if (value == null) {
        return null;
      }
    } else if (condition.isRegularExpression()) {
      return null;
    }
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED, ARRAY, REGULAR_EXPRESSION -> null;
      default -> value;
    };
  }
}
