package dev.mayfly.mongo.bson;

import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Standard deviation in one pass. */
public final class StandardDeviation {
  private long count;
  private double mean;
  private double squares;
  private boolean endless;

  public void add(double number) {
    endless |= !Double.isFinite(number);
    count++;
    double distance = number - mean;
    mean += distance / count;
    squares += distance * (number - mean);
  }

  /** Population deviation; null if there are no numbers. */
  public BsonValue population() {
    return value(count);
  }

  /** Sample deviation; null for fewer than two numbers. */
  public BsonValue sample() {
    return value(count - 1);
  }

  private BsonValue value(long divisor) {
    if (divisor <= 0) {
      return BsonNull.VALUE;
    }
    return new BsonDouble(endless ? Double.NaN : Math.sqrt(Math.max(0, squares) / divisor));
  }

  /** All that later additions and the result depend on. */
  public BsonDocument state() {
    return new BsonDocument("count", new BsonInt64(count))
        .append("mean", new BsonDouble(mean))
        .append("squares", new BsonDouble(squares))
        .append("endless", BsonBoolean.valueOf(endless));
  }

  /** Continues from a {@link #state}. */
  public void restore(BsonDocument state) {
    count = state.getInt64("count").getValue();
    mean = state.getDouble("mean").getValue();
    squares = state.getDouble("squares").getValue();
    endless = state.getBoolean("endless").getValue();
  }
}
