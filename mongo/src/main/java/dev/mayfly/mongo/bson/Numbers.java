package dev.mayfly.mongo.bson;

import java.math.BigDecimal;
import java.math.MathContext;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Conversion and comparison of the four numeric types. */
public final class Numbers {
  private static final MathContext DOUBLE_DIGITS = new MathContext(15);

  private Numbers() {}

  public static boolean isNumber(BsonValue value) {
    if (value == null) {
      return false;
    }
    return switch (value.getBsonType()) {
      case INT32, INT64, DOUBLE, DECIMAL128 -> true;
      default -> false;
    };
  }

  /** Whether the type is int or long. */
  public static boolean isInteger(BsonValue value) {
    return value != null
        && (value.getBsonType() == BsonType.INT32 || value.getBsonType() == BsonType.INT64);
  }

  public static boolean isNaN(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE -> Double.isNaN(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().isNaN();
      default -> false;
    };
  }

  /** The nearest double. */
  public static double toDouble(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32 -> number.asInt32().getValue();
      case INT64 -> number.asInt64().getValue();
      case DOUBLE -> number.asDouble().getValue();
      case DECIMAL128 -> toDouble(number.asDecimal128().getValue());
      default -> throw new IllegalArgumentException("not a number: " + number.getBsonType());
    };
  }

  private static double toDouble(Decimal128 decimal) {
    if (decimal.isNaN()) {
      return Double.NaN;
    }
    if (decimal.isInfinite()) {
      return decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return exact(decimal).doubleValue();
  }

  /** The value of an int or long. */
  public static long toLong(BsonValue integer) {
    return integer.getBsonType() == BsonType.INT32
        ? integer.asInt32().getValue()
        : integer.asInt64().getValue();
  }

  /** The value as a long if it is integral and in range; null otherwise. */
  public static Long exactLong(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32, INT64 -> toLong(number);
      case DOUBLE -> {
        double value = number.asDouble().getValue();
        boolean fits = value >= -0x1p63 && value < 0x1p63 && value == Math.rint(value);
        yield fits ? (Long) (long) value : null;
      }
      case DECIMAL128 -> {
        Decimal128 decimal = number.asDecimal128().getValue();
        if (!decimal.isFinite()) {
          yield null;
        }
        try {
          yield exact(decimal).longValueExact();
        } catch (ArithmeticException e) {
          yield null;
        }
      }
      default -> null;
    };
  }

  /** The value as an int if it is integral and in range; null otherwise. */
  public static Integer exactInt(BsonValue number) {
    Long exact = isNumber(number) ? exactLong(number) : null;
    return exact != null && exact == exact.intValue() ? (Integer) exact.intValue() : null;
  }

  /** The value of a finite decimal; negative zero becomes zero. */
  public static BigDecimal exact(Decimal128 decimal) {
    boolean negativeZero = decimal.isNegative() && decimal.equals(Decimal128.NEGATIVE_ZERO);
    if (negativeZero) {
      return BigDecimal.ZERO;
    }
    try {
      BigDecimal value = decimal.bigDecimalValue();
      // Non-canonical encodings with too many digits are zero (IEEE 754, 3.5.2).
      return value.precision() > Decimals.DIGITS.getPrecision() ? BigDecimal.ZERO : value;
    } catch (ArithmeticException e) {
      // Negative zero with an exponent.
      return BigDecimal.ZERO;
    }
  }

  /** Compares by value; NaN equals itself and sorts first. */
  public static int compare(BsonValue first, BsonValue second) {
    BsonType left = first.getBsonType();
    BsonType right = second.getBsonType();
    if (left == BsonType.DECIMAL128 || right == BsonType.DECIMAL128) {
      return compareWithDecimal(first, second);
    }
    if (left == BsonType.DOUBLE || right == BsonType.DOUBLE) {
      return compareWithDouble(first, second);
    }
    return Long.compare(toLong(first), toLong(second));
  }

  private static int compareWithDouble(BsonValue first, BsonValue second) {
    double left = toDouble(first);
    double right = toDouble(second);
    if (Double.isNaN(left) || Double.isNaN(right)) {
      return Boolean.compare(Double.isNaN(right), Double.isNaN(left));
    }
    if (left < right) {
      return -1;
    }
    if (left > right) {
      return 1;
    }
    // Equal as doubles, but the long may have been rounded.
    if (first.getBsonType() == BsonType.INT64 && second.getBsonType() == BsonType.DOUBLE) {
      return compareExactly(toLong(first), right);
    }
    if (second.getBsonType() == BsonType.INT64 && first.getBsonType() == BsonType.DOUBLE) {
      return -compareExactly(toLong(second), left);
    }
    return 0;
  }

  private static int compareExactly(long integer, double number) {
    if (number >= 0x1p63) {
      return -1;
    }
    return Long.compare(integer, (long) number);
  }

  private static int compareWithDecimal(BsonValue first, BsonValue second) {
    int left = rank(first);
    int right = rank(second);
    if (left != right || left != FINITE) {
      return Integer.compare(left, right);
    }
    return big(first).compareTo(big(second));
  }

  private static final int FINITE = 2;

  /** Order of NaN, negative infinity, finite numbers, infinity. */
  private static int rank(BsonValue number) {
    double value = toDouble(number);
    if (number.getBsonType() == BsonType.DECIMAL128
        && number.asDecimal128().getValue().isFinite()) {
      return FINITE;
    }
    if (Double.isNaN(value)) {
      return 0;
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? 1 : 3;
    }
    return FINITE;
  }

  private static BigDecimal big(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32, INT64 -> BigDecimal.valueOf(toLong(number));
      case DOUBLE -> new BigDecimal(number.asDouble().getValue());
      default -> exact(number.asDecimal128().getValue());
    };
  }

  /** Consistent with {@link #compare}. */
  public static int hash(BsonValue number) {
    Long integer = exactLong(number);
    if (integer != null) {
      return Long.hashCode(integer);
    }
    return Double.hashCode(toDouble(number) + 0.0);
  }

  /** An int if it fits, else a long. */
  public static BsonValue integer(long value) {
    return (int) value == value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  /** The number as a decimal. */
  public static Decimal128 toDecimal(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32, INT64 -> new Decimal128(toLong(number));
      case DOUBLE -> decimalOf(number.asDouble().getValue());
      default -> number.asDecimal128().getValue();
    };
  }

  /** Fifteen significant digits, with trailing zeros, as in 2.50000000000000. */
  private static Decimal128 decimalOf(double value) {
    if (Double.isNaN(value)) {
      return Decimal128.NaN;
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
    }
    if (value == 0) {
      boolean isNegative = Double.doubleToRawLongBits(value) < 0;
      return isNegative ? Decimal128.NEGATIVE_ZERO : Decimal128.POSITIVE_ZERO;
    }
    BigDecimal rounded = new BigDecimal(value, DOUBLE_DIGITS);
    int digits = DOUBLE_DIGITS.getPrecision();
    return new Decimal128(rounded.setScale(rounded.scale() + digits - rounded.precision()));
  }

  public static BsonValue of(double value) {
    return new BsonDouble(value);
  }

  public static BsonValue of(Decimal128 value) {
    return new BsonDecimal128(value);
  }
}
