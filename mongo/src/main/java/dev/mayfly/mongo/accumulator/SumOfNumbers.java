package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Sum;
import org.bson.BsonValue;

/** {@code $sum}: the sum of what are numbers. */
final class SumOfNumbers implements Accumulator {
  private final Sum sum = new Sum();

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      sum.add(value);
    }
  }

  @Override
  public void addInt(int value) {
    sum.addLong(value);
  }

  @Override
  public void addLong(long value) {
    sum.addInt64(value);
  }

  @Override
  public void addDouble(double value) {
    sum.addDouble(value);
  }

  @Override
  public BsonValue result() {
    return sum.value();
  }
}
