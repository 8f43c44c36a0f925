package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * {@code $inc} and {@code $mul}, in the wider type of the operands; overflow of a long is an error.
 */
record Inc(BsonValue operand, boolean multiplies) implements Modifier {
  static Inc parse(String path, BsonValue operand, boolean multiplies) {
    if (!Numbers.isNumber(operand)) {
      throw new MongoException(
          TYPE_MISMATCH,
          "Cannot %s with non-numeric argument: {%s}"
              .formatted((multiplies ? "multiply" : "increment"), BsonText.field(path, operand)));
    }
    return new Inc(operand, multiplies);
  }

  @Override
  public BsonValue modify(BsonValue value, FieldLocation place) {
    if (value == null) {
      return multiplies ? zero() : operand;
    }
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          TYPE_MISMATCH,
          ("Cannot apply %s to a value of non-numeric type. {%s} has the field '%s' of "
                  + "non-numeric type %s")
              .formatted(name(), place.id(), place.name(), TypeNames.of(value)));
    }
    BsonValue result = compute(value);
    if (result == null) {
      throw new MongoException(
          BAD_VALUE,
          "Failed to apply %s operations to current value ((NumberLong)%s) for document {%s}"
              .formatted(name(), Numbers.toLong(value), place.id()));
    }
    return result.equals(value) ? value : result;
  }

  private String name() {
    return multiplies ? "$mul" : "$inc";
  }

  private BsonValue zero() {
    return switch (operand.getBsonType()) {
      case INT32 -> new BsonInt32(0);
      case INT64 -> new BsonInt64(0);
      case DOUBLE -> new BsonDouble(0);
      default -> new BsonDecimal128(Decimal128.POSITIVE_ZERO);
    };
  }

  /** Null on overflow. */
  private BsonValue compute(BsonValue value) {
    if (is(value, BsonType.DECIMAL128)) {
      return decimal(Numbers.toDecimal(value), Numbers.toDecimal(operand));
    }
    if (is(value, BsonType.DOUBLE)) {
      double left = Numbers.toDouble(value);
      double right = Numbers.toDouble(operand);
      return new BsonDouble(multiplies ? left * right : left + right);
    }
    BigInteger left = BigInteger.valueOf(Numbers.toLong(value));
    BigInteger right = BigInteger.valueOf(Numbers.toLong(operand));
    BigInteger exact = multiplies ? left.multiply(right) : left.add(right);
    if (exact.bitLength() >= Long.SIZE) {
      return null;
    }
    return is(value, BsonType.INT64)
        ? new BsonInt64(exact.longValue())
        : Numbers.integer(exact.longValue());
  }

  private boolean is(BsonValue value, BsonType type) {
    return value.getBsonType() == type || operand.getBsonType() == type;
  }

  private BsonValue decimal(Decimal128 left, Decimal128 right) {
    if (left.isFinite() && right.isFinite()) {
      BigDecimal first = Numbers.exact(left);
      BigDecimal second = Numbers.exact(right);
      BigDecimal exact = multiplies ? first.multiply(second) : first.add(second);
      return new BsonDecimal128(new Decimal128(exact.round(MathContext.DECIMAL128)));
    }
    double first = Numbers.toDouble(new BsonDecimal128(left));
    double second = Numbers.toDouble(new BsonDecimal128(right));
    double special = multiplies ? first * second : first + second;
    return new BsonDecimal128(Numbers.toDecimal(new BsonDouble(special)));
  }
}
