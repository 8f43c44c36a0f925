package dev.mayfly.mongo.collection;

import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Whether a filter may be expensive for a single document. Such filters are not evaluated on the
 * committing thread, which serves everybody, but before; the result holds if the document is
 * unchanged at commit.
 */
public final class EvaluationCost {
  private static final Set<String> HEAVY =
      Set.of(
          "$expr",
          "$regex",
          "$jsonSchema",
          "$text",
          "$geoWithin",
          "$within",
          "$geoIntersects",
          "$near",
          "$nearSphere",
          "$geoNear");

  private EvaluationCost() {}

  /** Whether a filter evaluates expressions, patterns or geometries. */
  public static boolean isExpensive(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      if (HEAVY.contains(each.getKey()) || isExpensive(each.getValue())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isExpensive(BsonValue value) {
    if (value.isDocument()) {
      return isExpensive(value.asDocument());
    }
    if (value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (isExpensive(element)) {
          return true;
        }
      }
    }
    return value.isRegularExpression();
  }
}
