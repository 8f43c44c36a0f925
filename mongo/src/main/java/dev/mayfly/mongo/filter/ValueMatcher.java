package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/** A predicate on a single value. Thread safe. */
interface ValueMatcher {
  /**
   * @param value null if missing
   * @param match receives the index of the matching element; null if not needed
   */
  boolean test(BsonValue value, Variables variables, MatchDetails match);

  /** Whether the elements of an array at the end of the path are matched before the array. */
  default boolean matchesElements() {
    return true;
  }
}
