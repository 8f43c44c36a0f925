package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

record SizeMatcher(long size) implements ValueMatcher {
  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    return value != null && value.isArray() && value.asArray().size() == size;
  }

  @Override
  public boolean matchesElements() {
    return false;
  }
}
