package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/** {@code $exists: true}. */
final class Exists implements ValueTest {
  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    return value != null;
  }
}
