package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** {@code $set} and {@code $setOnInsert}. */
final class SetField implements Modifier {
  private final BsonValue value;
  private final boolean onlyOnInsert;

  SetField(BsonValue value, boolean onlyOnInsert) {
    this.value = value;
    this.onlyOnInsert = onlyOnInsert;
  }

  @Override
  public BsonValue modify(BsonValue current, Place place) {
    if (onlyOnInsert && !place.call().inserting()) {
      return current;
    }
    return value.equals(current) ? current : value;
  }

  @Override
  public int depth() {
    return Depth.of(value);
  }
}
