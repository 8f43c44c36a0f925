package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.Set;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $meta}: metadata of the query result, of which there is little. */
public final class Meta {
  /** Our own: the seconds that a document has left to live (G3). */
  public static final String REMAINING_SECONDS = "mayflyRemainingSeconds";

  /** How near a document was to what {@code $vectorSearch} has searched for. */
  public static final String VECTOR_SCORE = "vectorSearchScore";

  private static final Set<String> MISSING = Set.of("indexKey", "recordId");
  private static final Map<String, String> UNAVAILABLE =
      Map.of(
          "textScore",
          "text score",
          "geoNearDistance",
          "$geoNear distance",
          "geoNearPoint",
          "$geoNear point",
          "randVal",
          "rand val",
          "searchScore",
          "search score",
          "searchHighlights",
          "search highlights",
          "searchScoreDetails",
          "search score details",
          VECTOR_SCORE,
          "vector search score");

  private Meta() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    if (!argument.isString()) {
      throw new MongoException(17307, "$meta only supports string arguments");
    }
    String keyword = argument.asString().getValue();
    if (keyword.equals("textScore") && context.text().score() != null) {
      return context.text().score();
    }
    if (keyword.equals(VECTOR_SCORE) && context.vector().score() != null) {
      return context.vector().score();
    }
    if (keyword.equals(REMAINING_SECONDS)) {
      return Meta::remainingSeconds;
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

  /** Null if the document does not expire. */
  private static BsonValue remainingSeconds(Variables variables) {
    long seconds =
        variables.root() instanceof LazyDocument read
            ? read.remainingSeconds()
            : LazyDocument.REMAINING_UNKNOWN;
    if (seconds == LazyDocument.REMAINING_UNKNOWN) {
      throw new MongoException(
          40218,
          "query requires the remaining seconds of a document, but they are not available: use"
              + " {$meta: '"
              + REMAINING_SECONDS
              + "'} in the projection of a find, or before stages that make new documents");
    }
    return seconds == Long.MAX_VALUE ? BsonNull.VALUE : new BsonInt64(seconds);
  }
}
