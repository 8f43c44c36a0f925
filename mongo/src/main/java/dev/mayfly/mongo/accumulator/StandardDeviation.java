package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $stdDevPop} and {@code $stdDevSamp}: how far numbers are from their mean. */
final class StandardDeviation implements Accumulator {
  private final boolean ofSample;
  private long count;
  private double mean;
  private double squares;

  StandardDeviation(boolean ofSample) {
    this.ofSample = ofSample;
  }

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      addDouble(Numbers.toDouble(value));
    }
  }

  @Override
  public void addInt(int value) {
    addDouble(value);
  }

  @Override
  public void addLong(long value) {
    addDouble(value);
  }

  /** Welford's way: one pass, and no difference of large sums. */
  @Override
  public void addDouble(double value) {
    count++;
    double fromMean = value - mean;
    mean += fromMean / count;
    squares += fromMean * (value - mean);
  }

  @Override
  public BsonValue result() {
    long divisor = ofSample ? count - 1 : count;
    if (divisor <= 0) {
      return BsonNull.VALUE;
    }
    return new BsonDouble(Math.sqrt(squares / divisor));
  }
}
