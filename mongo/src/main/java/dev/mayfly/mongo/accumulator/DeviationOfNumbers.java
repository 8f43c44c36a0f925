package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Deviation;
import dev.mayfly.mongo.bson.Numbers;
import org.bson.BsonValue;

/** {@code $stdDevPop} and {@code $stdDevSamp}: how far numbers are from their mean. */
final class DeviationOfNumbers implements Accumulator {
  private final Deviation deviation = new Deviation();
  private final boolean isSample;

  DeviationOfNumbers(boolean isSample) {
    this.isSample = isSample;
  }

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      deviation.add(Numbers.toDouble(value));
    }
  }

  @Override
  public void addInt(int value) {
    deviation.add(value);
  }

  @Override
  public void addLong(long value) {
    deviation.add(value);
  }

  @Override
  public void addDouble(double value) {
    deviation.add(value);
  }

  @Override
  public BsonValue result() {
    return isSample ? deviation.sample() : deviation.population();
  }
}
