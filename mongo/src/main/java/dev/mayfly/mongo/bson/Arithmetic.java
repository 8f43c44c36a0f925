package dev.mayfly.mongo.bson;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Binary arithmetic in the wider type of the operands. An int overflows to a long, a long to a
 * double.
 */
public final class Arithmetic {
  private Arithmetic() {}

  /** The result type before overflow. */
  public static BsonType wider(BsonValue first, BsonValue second) {
    BsonType left = first.getBsonType();
    BsonType right = second.getBsonType();
    if (left == BsonType.DECIMAL128 || right == BsonType.DECIMAL128) {
      return BsonType.DECIMAL128;
    }
    if (left == BsonType.DOUBLE || right == BsonType.DOUBLE) {
      return BsonType.DOUBLE;
    }
    return left == BsonType.INT64 || right == BsonType.INT64 ? BsonType.INT64 : BsonType.INT32;
  }

  public static BsonValue add(BsonValue first, BsonValue second) {
    switch (wider(first, second)) {
      case DECIMAL128:
        Sum sum = new Sum();
        sum.add(first);
        sum.add(second);
        return sum.value();
      case DOUBLE:
        return new BsonDouble(Numbers.toDouble(first) + Numbers.toDouble(second));
      case INT64:
        long left = Numbers.toLong(first);
        long right = Numbers.toLong(second);
        long result = left + right;
        boolean overflows = ((left ^ result) & (right ^ result)) < 0;
        return overflows ? new BsonDouble((double) left + right) : new BsonInt64(result);
      default:
        return Numbers.integer(Numbers.toLong(first) + Numbers.toLong(second));
    }
  }

  public static BsonValue subtract(BsonValue first, BsonValue second) {
    switch (wider(first, second)) {
      case DECIMAL128:
        return new BsonDecimal128(
            Decimals.subtract(Numbers.toDecimal(first), Numbers.toDecimal(second)));
      case DOUBLE:
        return new BsonDouble(Numbers.toDouble(first) - Numbers.toDouble(second));
      case INT64:
        long left = Numbers.toLong(first);
        long right = Numbers.toLong(second);
        long result = left - right;
        boolean overflows = ((left ^ right) & (left ^ result)) < 0;
        return overflows ? new BsonDouble((double) left - right) : new BsonInt64(result);
      default:
        return Numbers.integer(Numbers.toLong(first) - Numbers.toLong(second));
    }
  }

  public static BsonValue multiply(BsonValue first, BsonValue second) {
    switch (wider(first, second)) {
      case DECIMAL128:
        return new BsonDecimal128(
            Decimals.multiply(Numbers.toDecimal(first), Numbers.toDecimal(second)));
      case DOUBLE:
        return new BsonDouble(Numbers.toDouble(first) * Numbers.toDouble(second));
      case INT64:
        long left = Numbers.toLong(first);
        long right = Numbers.toLong(second);
        long high = Math.multiplyHigh(left, right);
        long result = left * right;
        return high == result >> 63 ? new BsonInt64(result) : new BsonDouble((double) left * right);
      default:
        return Numbers.integer(Numbers.toLong(first) * Numbers.toLong(second));
    }
  }

  /** The quotient, a double unless an operand is a decimal. The divisor must not be zero. */
  public static BsonValue divide(BsonValue first, BsonValue second) {
    if (wider(first, second) == BsonType.DECIMAL128) {
      return new BsonDecimal128(
          Decimals.divide(Numbers.toDecimal(first), Numbers.toDecimal(second)));
    }
    return new BsonDouble(Numbers.toDouble(first) / Numbers.toDouble(second));
  }

  /** The remainder, with the sign of the dividend. The divisor must not be zero. */
  public static BsonValue remainder(BsonValue first, BsonValue second) {
    switch (wider(first, second)) {
      case DECIMAL128:
        return new BsonDecimal128(
            Decimals.remainder(Numbers.toDecimal(first), Numbers.toDecimal(second)));
      case DOUBLE:
        return new BsonDouble(Numbers.toDouble(first) % Numbers.toDouble(second));
      case INT64:
        return new BsonInt64(Numbers.toLong(first) % Numbers.toLong(second));
      default:
        return new BsonInt32((int) (Numbers.toLong(first) % Numbers.toLong(second)));
    }
  }

  public static boolean isZero(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32, INT64 -> Numbers.toLong(number) == 0;
      case DOUBLE -> number.asDouble().getValue() == 0;
      default -> Decimals.isZero(number.asDecimal128().getValue());
    };
  }
}
