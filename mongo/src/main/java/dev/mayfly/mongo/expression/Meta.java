package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.Set;
import org.bson.BsonValue;

/** {@code $meta}: metadata of the query result, of which there is little. */
final class Meta {
  private static final Set<String> MISSING = Set.of("indexKey", "recordId");
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
    String keyword = argument.asString().getValue();
    if (keyword.equals("textScore") && context.text().score() != null) {
      return context.text().score();
    }
    if (UNAVAILABLE.containsKey(keyword)) {
      throw new MongoException(
          40218,
          "query requires " + UNAVAILABLE.get(keyword) + " metadata, but it is not available");
    }
    if (keyword.equals("sortKey")) {
      if (context.sortKey() == null) {
        throw new MongoException(
            40218, "query requires sort key metadata, but it is not available");
      }
      return context.sortKey();
    }
    if (!MISSING.contains(keyword)) {
      throw new MongoException(17308, "Unsupported argument to $meta: " + keyword);
    }
    return variables -> null;
  }
}
