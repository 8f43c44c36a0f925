package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * A sum of numbers of all types. Integers are added exactly, in 128 bits; doubles with what
 * rounding loses kept beside them; decimals as decimals.
 */
final class NumberTotal {
  private long low;
  private long high;
  private boolean sawLong;
  private boolean sawDouble;
  private double sum;
  private double lost;
  private boolean sawDecimal;
  private Decimal128 decimals = Decimal128.POSITIVE_ZERO;
  private long count;

  void addInt(int value) {
    count++;
    addExactly(value);
  }

  void addLong(long value) {
    count++;
    sawLong = true;
    addExactly(value);
  }

  private void addExactly(long value) {
    long before = low;
    low += value;
    boolean carry = Long.compareUnsigned(low, before) < 0;
    high += (value >> 63) + (carry ? 1 : 0);
  }

  void addDouble(double value) {
    count++;
    sawDouble = true;
    double total = sum + value;
    if (Double.isInfinite(total) || Double.isNaN(total)) {
      sum = total;
      lost = 0;
      return;
    }
    // Knuth's two-sum: what the addition rounded away.
    double kept = total - sum;
    lost += (sum - (total - kept)) + (value - kept);
    sum = total;
  }

  private void addDecimal(Decimal128 value) {
    count++;
    sawDecimal = true;
    decimals = plus(decimals, value);
  }

  /** Takes a number; anything else is no part of the sum. */
  void add(BsonValue value) {
    if (value == null) {
      return;
    }
    switch (value.getBsonType()) {
      case INT32 -> addInt(value.asInt32().getValue());
      case INT64 -> addLong(value.asInt64().getValue());
      case DOUBLE -> addDouble(value.asDouble().getValue());
      case DECIMAL128 -> addDecimal(value.asDecimal128().getValue());
      default -> {
        // Not a number.
      }
    }
  }

  long count() {
    return count;
  }

  boolean isDecimal() {
    return sawDecimal;
  }

  /** The sum in the narrowest type that holds it and is no narrower than what was added. */
  BsonValue value() {
    if (sawDecimal) {
      return new BsonDecimal128(decimal());
    }
    if (sawDouble || high != low >> 63) {
      return new BsonDouble(asDouble());
    }
    return sawLong ? new BsonInt64(low) : Numbers.integer(low);
  }

  double asDouble() {
    if (!sawDouble) {
      return integerAsDouble();
    }
    double integers = integerAsDouble();
    double total = sum + integers;
    if (Double.isInfinite(total) || Double.isNaN(total)) {
      return total;
    }
    double kept = total - sum;
    return total + (lost + ((sum - (total - kept)) + (integers - kept)));
  }

  private double integerAsDouble() {
    return high == low >> 63 ? (double) low : exactIntegers().doubleValue();
  }

  private BigInteger exactIntegers() {
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(low));
    return BigInteger.valueOf(high).shiftLeft(64).add(unsigned);
  }

  Decimal128 decimal() {
    Decimal128 total = plus(decimals, new Decimal128(new BigDecimal(exactIntegers())));
    return sawDouble ? plus(total, Numbers.toDecimal(new BsonDouble(sum + lost))) : total;
  }

  private static Decimal128 plus(Decimal128 first, Decimal128 second) {
    if (first.isNaN() || second.isNaN()) {
      return Decimal128.NaN;
    }
    if (first.isInfinite() || second.isInfinite()) {
      boolean opposite =
          first.isInfinite() && second.isInfinite() && first.isNegative() != second.isNegative();
      if (opposite) {
        return Decimal128.NaN;
      }
      return first.isInfinite() ? first : second;
    }
    BigDecimal sum = Numbers.exact(first).add(Numbers.exact(second), MathContext.DECIMAL128);
    return new Decimal128(sum);
  }
}
