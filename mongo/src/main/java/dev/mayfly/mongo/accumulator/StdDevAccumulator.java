package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.StandardDeviation;
import org.bson.BsonValue;

/** {@code $stdDevPop} and {@code $stdDevSamp}. */
final class StdDevAccumulator implements Accumulator {
  private final StandardDeviation deviation = new StandardDeviation();
  private final boolean isSample;

  StdDevAccumulator(boolean isSample) {
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

  @Override
  public BsonValue state() {
    return deviation.state();
  }

  @Override
  public void restore(BsonValue state) {
    deviation.restore(state.asDocument());
  }
}
