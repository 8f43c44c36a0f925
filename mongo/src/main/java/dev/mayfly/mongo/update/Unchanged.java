package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** Stands where {@code $rename} takes a value from, so that nothing else works on it. */
final class Unchanged implements Modifier {
  @Override
  public BsonValue modify(BsonValue value, Place place) {
    return value;
  }

  @Override
  public boolean createsPath() {
    return false;
  }
}
