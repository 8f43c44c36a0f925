package dev.mayfly.mongo.geo;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Finds the operator of a query that sorts by distance, without loading what executes it. */
public final class NearOperators {
  private NearOperators() {}

  /** Whether the operators of a field sort by distance. */
  public static boolean isNear(BsonDocument operators) {
    if (operators.isEmpty() || !operators.getFirstKey().startsWith("$")) {
      return false;
    }
    for (String name : operators.keySet()) {
      if (name.equals("$near") || name.equals("$nearSphere") || name.equals("$geoNear")) {
        return true;
      }
    }
    return false;
  }

  /** The only such operator of a valid query; null if it has none. */
  public static NearQuery in(BsonDocument filter) {
    for (Map.Entry<String, BsonValue> each : filter.entrySet()) {
      String name = each.getKey();
      BsonValue value = each.getValue();
      if (name.equals("$and") && value.isArray()) {
        for (BsonValue part : value.asArray()) {
          NearQuery found = part.isDocument() ? in(part.asDocument()) : null;
          if (found != null) {
            return found;
          }
        }
      } else if (!name.startsWith("$") && value.isDocument() && isNear(value.asDocument())) {
        return NearQuery.parse(name, value.asDocument());
      }
    }
    return null;
  }
}
