package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

record Multiply(Expression[] operands) implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    return Operators.folded(new Multiply(operands), operands);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    Product product = new Product();
    for (Expression operand : operands) {
      BsonValue value = operand.evaluate(variables);
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      if (!Numbers.isNumber(value)) {
        throw new MongoException(
            ErrorCodes.TYPE_MISMATCH,
            "$multiply only supports numeric types, not " + TypeNames.of(value));
      }
      product.times(value);
    }
    return product.value();
  }

  /** Integers are multiplied as such until a double or decimal, or overflow. */
  private static final class Product {
    private BsonType widest = BsonType.INT32;
    private long whole = 1;
    private double real = 1;
    private Decimal128 decimal;

    void times(BsonValue value) {
      BsonType type = value.getBsonType();
      if (type == BsonType.DECIMAL128 || widest == BsonType.DECIMAL128) {
        timesDecimal(Numbers.toDecimal(value));
        return;
      }
      real *= Numbers.toDouble(value);
      if (type == BsonType.DOUBLE || widest == BsonType.DOUBLE) {
        widest = BsonType.DOUBLE;
        return;
      }
      long factor = Numbers.toLong(value);
      long product = whole * factor;
      if (Math.multiplyHigh(whole, factor) != product >> 63) {
        widest = BsonType.DOUBLE;
        return;
      }
      whole = product;
      if (type == BsonType.INT64) {
        widest = BsonType.INT64;
      }
    }

    private void timesDecimal(Decimal128 factor) {
      if (widest != BsonType.DECIMAL128) {
        decimal =
            widest == BsonType.DOUBLE
                ? Numbers.toDecimal(new BsonDouble(real))
                : new Decimal128(whole);
        widest = BsonType.DECIMAL128;
      }
      decimal = Decimals.multiply(decimal, factor);
    }

    BsonValue value() {
      return switch (widest) {
        case INT32 -> Numbers.integer(whole);
        case INT64 -> new BsonInt64(whole);
        case DOUBLE -> new BsonDouble(real);
        default -> Numbers.of(decimal);
      };
    }
  }
}
