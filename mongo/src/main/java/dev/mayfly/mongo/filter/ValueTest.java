package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/** What one value that a path leads to must be like. Thread safe. */
interface ValueTest {
  /**
   * @param value null for a missing one
   * @param match told which element of the value matched; null if nobody asks
   */
  boolean test(BsonValue value, Variables variables, MatchDetails match);

  /** Whether the elements of an array at the end of the path are tested too, before the array. */
  default boolean looksIntoArrays() {
    return true;
  }
}
