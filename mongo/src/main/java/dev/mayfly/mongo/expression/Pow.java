package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.DecimalMath;
import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $pow}: integral if the result fits a long. */
final class Pow {
  private static final int LONG_BITS = 63;
  private static final double DECIMAL_LOG10_MAX = 6300;

  private Pow() {}

  static BsonValue of(BsonValue base, BsonValue exponent) {
    if (Values.isNullish(base) || Values.isNullish(exponent)) {
      return Values.NULL;
    }
    check(28762, "$pow's base must be numeric, not ", base);
    check(28763, "$pow's exponent must be numeric, not ", exponent);
    if (Arithmetic.isZero(base) && Numbers.toDouble(exponent) < 0) {
      throw new MongoException(28764, "$pow cannot take a base of 0 and a negative exponent");
    }
    return switch (Arithmetic.wider(base, exponent)) {
      case DECIMAL128 -> Numbers.of(decimal(Numbers.toDecimal(base), Numbers.toDecimal(exponent)));
      case DOUBLE -> new BsonDouble(Math.pow(Numbers.toDouble(base), Numbers.toDouble(exponent)));
      default -> whole(base, exponent);
    };
  }

  private static void check(int code, String text, BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(code, text + TypeNames.of(value));
    }
  }

  private static BsonValue whole(BsonValue baseValue, BsonValue exponentValue) {
    long base = Numbers.toLong(baseValue);
    long exponent = Numbers.toLong(exponentValue);
    Long power = exactly(base, exponent);
    if (power == null) {
      return new BsonDouble(Math.pow(base, exponent));
    }
    return Arithmetic.wider(baseValue, exponentValue) == BsonType.INT64
        ? new BsonInt64(power)
        : Numbers.integer(power);
  }

  /** The power if it fits a long; null otherwise. */
  private static Long exactly(long base, long exponent) {
    if (base == 0 || base == 1) {
      return exponent == 0 ? 1 : base;
    }
    if (base == -1) {
      return exponent % 2 == 0 ? 1L : -1L;
    }
    if (exponent < 0 || exponent > LONG_BITS) {
      return null;
    }
    BigInteger power = BigInteger.valueOf(base).pow((int) exponent);
    return power.bitLength() <= LONG_BITS ? (Long) power.longValue() : null;
  }

  private static Decimal128 decimal(Decimal128 base, Decimal128 exponent) {
    if (!base.isFinite() || !exponent.isFinite() || Decimals.isZero(base)) {
      double power =
          Math.pow(Numbers.toDouble(Numbers.of(base)), Numbers.toDouble(Numbers.of(exponent)));
      boolean isWhole = Double.isFinite(power) && power == Math.rint(power);
      return isWhole ? new Decimal128((long) power) : Decimals.exactly(power);
    }
    return finite(Numbers.exact(base), Numbers.exact(exponent));
  }

  private static Decimal128 finite(BigDecimal base, BigDecimal exponent) {
    boolean isWhole = exponent.stripTrailingZeros().scale() <= 0;
    if (base.signum() < 0 && !isWhole) {
      return Decimal128.NaN;
    }
    boolean isOdd = isWhole && exponent.toBigInteger().testBit(0);
    boolean isNegative = base.signum() < 0 && isOdd;
    BigDecimal logarithm = DecimalMath.ln(base.abs()).multiply(exponent);
    double size = logarithm.doubleValue() / Math.log(10);
    if (size > DECIMAL_LOG10_MAX) {
      return Decimals.infinity(isNegative);
    }
    if (size < -DECIMAL_LOG10_MAX) {
      return Decimal128.POSITIVE_ZERO;
    }
    BigDecimal power = DecimalMath.exp(logarithm).round(Decimals.DIGITS).stripTrailingZeros();
    return Decimals.of(isNegative ? power.negate() : power);
  }
}
