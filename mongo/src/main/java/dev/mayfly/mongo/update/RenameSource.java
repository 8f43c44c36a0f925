package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** Occupies the source path of a {@code $rename}, so that other operators on it conflict. */
final class RenameSource implements Modifier {
  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    return value;
  }

  @Override
  public boolean createsPath() {
    return false;
  }
}
