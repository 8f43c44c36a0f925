package dev.mayfly.mongo.bson;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/** Arithmetic on 34-digit decimals, rounded half to even. */
public final class Decimals {
  public static final MathContext DIGITS = MathContext.DECIMAL128;

  private static final int EXPONENT_MAX = 6111;
  private static final int EXPONENT_MIN = -6176;

  private Decimals() {}

  /** The nearest decimal; infinite on overflow. */
  public static Decimal128 of(BigDecimal exact) {
    BigDecimal rounded = exact.round(DIGITS);
    if (-rounded.scale() < EXPONENT_MIN) {
      rounded = rounded.setScale(-EXPONENT_MIN, RoundingMode.HALF_EVEN);
    }
    int excess = -rounded.scale() - EXPONENT_MAX;
    if (excess > 0) {
      if (rounded.signum() == 0) {
        return Decimal128.POSITIVE_ZERO;
      }
      if (rounded.precision() + excess > DIGITS.getPrecision()) {
        return infinity(rounded.signum() < 0);
      }
      rounded = rounded.setScale(-EXPONENT_MAX);
    }
    return new Decimal128(rounded);
  }

  /** All digits of a double that fit, unlike the fifteen of {@code $toDecimal}. */
  public static Decimal128 exactly(double value) {
    return Double.isFinite(value) ? of(new BigDecimal(value)) : nonFinite(value);
  }

  private static Decimal128 nonFinite(double value) {
    return Double.isNaN(value) ? Decimal128.NaN : infinity(value < 0);
  }

  public static Decimal128 infinity(boolean negative) {
    return negative ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
  }

  public static boolean isZero(Decimal128 value) {
    return value.isFinite() && Numbers.exact(value).signum() == 0;
  }

  public static Decimal128 add(Decimal128 first, Decimal128 second) {
    if (first.isFinite() && second.isFinite()) {
      return of(Numbers.exact(first).add(Numbers.exact(second), DIGITS));
    }
    return nonFinite(sign(first) + sign(second));
  }

  public static Decimal128 subtract(Decimal128 first, Decimal128 second) {
    return add(first, negate(second));
  }

  public static Decimal128 negate(Decimal128 value) {
    return Decimal128.fromIEEE754BIDEncoding(value.getHigh() ^ Long.MIN_VALUE, value.getLow());
  }

  public static Decimal128 multiply(Decimal128 first, Decimal128 second) {
    if (first.isFinite() && second.isFinite()) {
      return of(Numbers.exact(first).multiply(Numbers.exact(second), DIGITS));
    }
    return nonFinite(sign(first) * sign(second));
  }

  /** The divisor must not be zero. */
  public static Decimal128 divide(Decimal128 first, Decimal128 second) {
    if (first.isFinite() && second.isFinite()) {
      return of(Numbers.exact(first).divide(Numbers.exact(second), DIGITS));
    }
    double quotient = sign(first) / sign(second);
    return quotient == 0 ? Decimal128.POSITIVE_ZERO : nonFinite(quotient);
  }

  /** The remainder, with the sign of the dividend. The divisor must not be zero. */
  public static Decimal128 remainder(Decimal128 first, Decimal128 second) {
    if (!first.isFinite() || second.isNaN()) {
      return Decimal128.NaN;
    }
    if (second.isInfinite()) {
      return first;
    }
    return of(Numbers.exact(first).remainder(Numbers.exact(second)));
  }

  /** A double with the same sign and class (infinite, NaN, zero). */
  private static double sign(Decimal128 value) {
    if (value.isNaN()) {
      return Double.NaN;
    }
    if (value.isInfinite()) {
      return value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Numbers.exact(value).signum();
  }
}
