package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** Says which documents match. Thread safe: it is compiled once. */
public interface Filter {
  /**
   * @param variables what {@code $expr} sees beside the document
   * @param match told which array element matched, for the positional {@code $}; null if nobody
   *     asks
   */
  boolean matches(BsonDocument document, Variables variables, MatchDetails match);
}
