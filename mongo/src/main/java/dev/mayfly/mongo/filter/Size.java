package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/** {@code $size}: an array of so many elements. */
final class Size implements ValueTest {
  private final long size;

  Size(long size) {
    this.size = size;
  }

  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    return value != null && value.isArray() && value.asArray().size() == size;
  }

  @Override
  public boolean looksIntoArrays() {
    return false;
  }
}
