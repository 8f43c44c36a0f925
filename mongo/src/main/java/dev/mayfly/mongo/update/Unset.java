package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** {@code $unset}. */
final class Unset implements Modifier {
  @Override
  public BsonValue modify(BsonValue value, Place place) {
    return null;
  }

  @Override
  public boolean createsPath() {
    return false;
  }
}
