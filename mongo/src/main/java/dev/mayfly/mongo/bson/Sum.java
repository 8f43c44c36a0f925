package dev.mayfly.mongo.bson;

import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Sums of mixed numeric types: integers exactly in 128 bits, doubles with compensated summation,
 * decimals separately. The result has the widest type added, or a wider one on overflow.
 */
public final class Sum {
  private static final double TWO_TO_64 = 0x1p64;
  private static final double TWO_TO_32 = 0x1p32;
  private static final long LOW_32_BITS = 0xFFFF_FFFFL;

  private long high;
  private long low;
  private double sum;
  private double lost;
  private double special;
  private Decimal128 decimals;
  private BsonType widest = BsonType.INT32;

  public void add(BsonValue number) {
    switch (number.getBsonType()) {
      case INT32 -> addLong(number.asInt32().getValue());
      case INT64 -> addInt64(number.asInt64().getValue());
      case DOUBLE -> addDouble(number.asDouble().getValue());
      case DECIMAL128 -> addDecimal(number.asDecimal128().getValue());
      default -> throw new IllegalArgumentException("not a number: " + number.getBsonType());
    }
  }

  public void addInt64(long value) {
    widen(BsonType.INT64);
    addLong(value);
  }

  private void widen(BsonType type) {
    if (widest != type && rank(type) > rank(widest)) {
      widest = type;
    }
  }

  private static int rank(BsonType type) {
    return switch (type) {
      case INT32 -> 0;
      case INT64 -> 1;
      case DOUBLE -> 2;
      default -> 3;
    };
  }

  /** Adds an integer without widening the result type. */
  public void addLong(long value) {
    long before = low;
    low += value;
    high += (value >> 63) + (Long.compareUnsigned(low, before) < 0 ? 1 : 0);
  }

  public void addDouble(double value) {
    widen(BsonType.DOUBLE);
    special += value;
    double next = sum + value;
    double part = next - sum;
    lost += (sum - (next - part)) + (value - part);
    sum = next;
  }

  private void addDecimal(Decimal128 value) {
    widen(BsonType.DECIMAL128);
    decimals = decimals == null ? value : Decimals.add(decimals, value);
  }

  public BsonType type() {
    return widest;
  }

  private boolean fitsLong() {
    return high == low >> 63;
  }

  public BsonValue value() {
    return switch (widest) {
      case INT32 -> fitsLong() ? Numbers.integer(low) : new BsonDouble(toDouble());
      case INT64 -> fitsLong() ? new BsonInt64(low) : new BsonDouble(toDouble());
      case DOUBLE -> new BsonDouble(toDouble());
      default -> new BsonDecimal128(toDecimal());
    };
  }

  /** The sum of the non-decimal numbers. */
  public double toDouble() {
    if (widest == BsonType.INT32 || widest == BsonType.INT64) {
      return fitsLong() ? low : wholeDouble();
    }
    if (!Double.isFinite(sum + lost)) {
      return special;
    }
    double whole = wholeDouble();
    double next = sum + whole;
    double part = next - sum;
    double error = (sum - (next - part)) + (whole - part);
    return next + (error + lost + (wholeRest(whole)));
  }

  private double wholeDouble() {
    return high * TWO_TO_64 + (low >>> 32) * TWO_TO_32 + (low & LOW_32_BITS);
  }

  /** The rounding error of the integral part, where it fits a long. */
  private double wholeRest(double whole) {
    return fitsLong() && Math.abs(whole) < 0x1p63 ? low - (long) whole : 0;
  }

  /** The sum as a decimal, with all digits of the doubles. */
  public Decimal128 toDecimal() {
    Decimal128 others;
    if (rank(widest) < 2 || (sum == 0 && lost == 0 && fitsLong())) {
      others = fitsLong() ? new Decimal128(low) : Decimals.exactly(wholeDouble());
    } else if (!Double.isFinite(sum + lost)) {
      others = Decimals.exactly(special);
    } else {
      others = Decimals.add(Decimals.exactly(sum), Decimals.exactly(lost));
      if (high != 0 || low != 0) {
        others = Decimals.add(others, Decimals.exactly(wholeDouble()));
      }
    }
    return decimals == null ? others : Decimals.add(decimals, others);
  }

  /** All that later additions and the result depend on. */
  public BsonDocument state() {
    BsonDocument state =
        new BsonDocument("high", new BsonInt64(high))
            .append("low", new BsonInt64(low))
            .append("sum", new BsonDouble(sum))
            .append("lost", new BsonDouble(lost))
            .append("special", new BsonDouble(special))
            .append("widest", new BsonInt32(widest.getValue()));
    return decimals == null ? state : state.append("decimals", new BsonDecimal128(decimals));
  }

  /** Continues from a {@link #state}. */
  public void restore(BsonDocument state) {
    high = state.getInt64("high").getValue();
    low = state.getInt64("low").getValue();
    sum = state.getDouble("sum").getValue();
    lost = state.getDouble("lost").getValue();
    special = state.getDouble("special").getValue();
    widest = BsonType.findByValue(state.getInt32("widest").getValue());
    decimals = state.containsKey("decimals") ? state.getDecimal128("decimals").getValue() : null;
  }
}
