package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Sum;
import org.bson.BsonValue;

/** {@code $sum}: the sum of what are numbers. Most are sums of ints, and take little room. */
final class SumOfNumbers implements Accumulator {
  private static final long INTS_MAX = 1L << 40;

  private long ints;

  /** What is not in {@link #ints}; null if all is. */
  private Sum rest;

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      rest().add(value);
    }
  }

  private Sum rest() {
    if (rest == null) {
      rest = new Sum();
    }
    return rest;
  }

  @Override
  public void addInt(int value) {
    long next = ints + value;
    if (Math.abs(next) > INTS_MAX) {
      rest().addLong(next);
      next = 0;
    }
    ints = next;
  }

  @Override
  public void addLong(long value) {
    rest().addInt64(value);
  }

  @Override
  public void addDouble(double value) {
    rest().addDouble(value);
  }

  @Override
  public BsonValue result() {
    if (rest == null) {
      return Numbers.integer(ints);
    }
    rest.addLong(ints);
    ints = 0;
    return rest.value();
  }
}
