package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.math.RoundingMode;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $add}: numbers, and at most one date. */
record Add(Expression[] operands) implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    return Operators.folded(new Add(operands), operands);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    return operands.length == 2 ? addTwo(variables) : addAll(variables);
  }

  /** Fast path for two operands. */
  private BsonValue addTwo(Variables variables) {
    BsonValue first = operands[0].evaluate(variables);
    if (Values.isNullish(first)) {
      return Values.NULL;
    }
    BsonValue second = operands[1].evaluate(variables);
    if (isPlain(first) && second != null && isPlain(second)) {
      return Arithmetic.add(first, second);
    }
    Total total = new Total();
    total.add(first);
    if (Values.isNullish(second)) {
      return Values.NULL;
    }
    total.add(second);
    return total.value();
  }

  private static boolean isPlain(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32, INT64, DOUBLE -> true;
      default -> false;
    };
  }

  private BsonValue addAll(Variables variables) {
    Total total = new Total();
    for (Expression operand : operands) {
      BsonValue value = operand.evaluate(variables);
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      total.add(value);
    }
    return total.value();
  }

  /** Integers are added as such until a double or decimal, or overflow. */
  private static final class Total {
    private BsonType widest = BsonType.INT32;
    private long whole;
    private double real;
    private Decimal128 decimal;
    private boolean isDate;

    void add(BsonValue value) {
      switch (value.getBsonType()) {
        case INT32 -> addWhole(value.asInt32().getValue());
        case INT64 -> {
          if (widest == BsonType.INT32) {
            widest = BsonType.INT64;
          }
          addWhole(value.asInt64().getValue());
        }
        case DOUBLE -> addReal(value);
        case DECIMAL128 -> addDecimal(value.asDecimal128().getValue());
        case DATE_TIME -> {
          if (isDate) {
            throw new MongoException(16612, "only one date allowed in an $add expression");
          }
          isDate = true;
          addWhole(value.asDateTime().getValue());
        }
        default ->
            throw new MongoException(
                ErrorCodes.TYPE_MISMATCH,
                "$add only supports numeric or date types, not " + TypeNames.of(value));
      }
    }

    private void addWhole(long value) {
      if (widest == BsonType.DOUBLE) {
        real += value;
      } else if (widest == BsonType.DECIMAL128) {
        decimal = Decimals.add(decimal, new Decimal128(value));
      } else {
        long sum = whole + value;
        if (((whole ^ sum) & (value ^ sum)) < 0) {
          widest = BsonType.DOUBLE;
          real = (double) whole + value;
        } else {
          whole = sum;
        }
      }
    }

    private void addReal(BsonValue value) {
      if (widest == BsonType.DECIMAL128) {
        decimal = Decimals.add(decimal, Numbers.toDecimal(value));
        return;
      }
      if (widest != BsonType.DOUBLE) {
        real = whole;
        widest = BsonType.DOUBLE;
      }
      real += value.asDouble().getValue();
    }

    private void addDecimal(Decimal128 value) {
      if (widest != BsonType.DECIMAL128) {
        decimal = widest == BsonType.DOUBLE ? Decimals.exactly(real) : new Decimal128(whole);
        widest = BsonType.DECIMAL128;
      }
      decimal = Decimals.add(decimal, value);
    }

    BsonValue value() {
      if (isDate) {
        return new BsonDateTime(millis());
      }
      return switch (widest) {
        case INT32 -> Numbers.integer(whole);
        case INT64 -> new BsonInt64(whole);
        case DOUBLE -> new BsonDouble(real);
        default -> Numbers.of(decimal);
      };
    }

    private long millis() {
      if (widest == BsonType.DOUBLE) {
        if (!(real >= -0x1p63 && real < 0x1p63)) {
          throw dateOverflow();
        }
        return Math.round(real);
      }
      if (widest == BsonType.DECIMAL128) {
        Long exact =
            decimal.isFinite()
                ? Numbers.exactLong(
                    Numbers.of(
                        Decimals.of(Numbers.exact(decimal).setScale(0, RoundingMode.HALF_EVEN))))
                : null;
        if (exact == null) {
          throw dateOverflow();
        }
        return exact;
      }
      return whole;
    }

    private static MongoException dateOverflow() {
      return new MongoException(ErrorCodes.OVERFLOW, "date overflow in $add");
    }
  }
}
