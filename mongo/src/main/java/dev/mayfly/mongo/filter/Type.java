package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.Set;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $type}: of one of these types. */
final class Type implements ValueTest {
  private final Set<BsonType> types;

  Type(Set<BsonType> types) {
    this.types = types;
  }

  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    return value != null && types.contains(value.getBsonType());
  }
}
