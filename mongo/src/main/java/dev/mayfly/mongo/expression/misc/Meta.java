package dev.mayfly.mongo.expression.misc;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.Map;
import java.util.Set;
import org.bson.BsonValue;

/** {@code $meta}: what a query knows of a document beside its fields, of which there is little. */
final class Meta {
  private static final Set<String> MISSING = Set.of("indexKey", "recordId", "sortKey");
  private static final Map<String, String> UNAVAILABLE =
      Map.of(
          "textScore", "text score",
          "geoNearDistance", "$geoNear distance",
          "geoNearPoint", "$geoNear point",
          "randVal", "rand val",
          "searchScore", "search score",
          "searchHighlights", "search highlights",
          "searchScoreDetails", "search score details");

  private Meta() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    if (!argument.isString()) {
      throw new MongoException(17307, "$meta only supports string arguments");
    }
    String wanted = argument.asString().getValue();
    if (UNAVAILABLE.containsKey(wanted)) {
      throw new MongoException(
          40218,
          "query requires " + UNAVAILABLE.get(wanted) + " metadata, but it is not available");
    }
    if (!MISSING.contains(wanted)) {
      throw new MongoException(17308, "Unsupported argument to $meta: " + wanted);
    }
    return variables -> null;
  }
}
