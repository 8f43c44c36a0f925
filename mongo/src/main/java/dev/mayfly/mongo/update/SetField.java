package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** {@code $set} and {@code $setOnInsert}. */
record SetField(BsonValue value, boolean onlyOnInsert) implements Modifier {
  @Override
  public BsonValue modify(BsonValue current, FieldLocation place) {
    if (onlyOnInsert && !place.call().inserting()) {
      return current;
    }
    return value.equals(current) ? current : value;
  }

  @Override
  public int depth() {
    return NestingDepth.of(value);
  }
}
