package dev.mayfly.mongo.collection;

import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What may take long for a single document. The committing thread, for which everybody waits, does
 * not do that: it is done before, and holds if the document is still the same at the commit.
 */
public final class Weight {
  private static final Set<String> HEAVY = Set.of("$expr", "$regex", "$jsonSchema");

  private Weight() {}

  /** Whether a filter has to compute, and not only to compare. */
  public static boolean isHeavy(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      if (HEAVY.contains(each.getKey()) || isHeavy(each.getValue())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHeavy(BsonValue value) {
    if (value.isDocument()) {
      return isHeavy(value.asDocument());
    }
    if (value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (isHeavy(element)) {
          return true;
        }
      }
    }
    return value.isRegularExpression();
  }
}
