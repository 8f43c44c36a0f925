package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** A compiled match expression. Thread safe. */
public interface Filter {
  Filter ALWAYS_TRUE = (document, variables, match) -> true;

  Filter ALWAYS_FALSE = (document, variables, match) -> false;

  /**
   * @param variables for {@code $expr}
   * @param match receives the index of the matching array element, for the positional {@code $};
   *     null if not needed
   */
  boolean matches(BsonDocument document, Variables variables, MatchDetails match);

  /** The negation, which reports no matching element. */
  default Filter not() {
    return (document, variables, match) -> !matches(document, variables, null);
  }
}
