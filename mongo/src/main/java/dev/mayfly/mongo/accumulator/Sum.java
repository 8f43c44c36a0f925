package dev.mayfly.mongo.accumulator;

import org.bson.BsonValue;

/** {@code $sum}: the sum of what are numbers. */
final class Sum implements Accumulator {
  private final NumberTotal total = new NumberTotal();

  @Override
  public void add(BsonValue value) {
    total.add(value);
  }

  @Override
  public void addInt(int value) {
    total.addInt(value);
  }

  @Override
  public void addLong(long value) {
    total.addLong(value);
  }

  @Override
  public void addDouble(double value) {
    total.addDouble(value);
  }

  @Override
  public BsonValue result() {
    return total.value();
  }
}
