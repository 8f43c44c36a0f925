package dev.mayfly.mongo.update;

import org.bson.BsonValue;

final class Unset implements Modifier {
  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    return null;
  }

  @Override
  public boolean createsPath() {
    return false;
  }
}
