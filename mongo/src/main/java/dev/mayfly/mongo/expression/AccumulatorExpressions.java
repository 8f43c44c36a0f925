package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.StandardDeviation;
import dev.mayfly.mongo.bson.Sum;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Accumulators as expressions, over the operands or the elements of a single array operand. */
final class AccumulatorExpressions {
  private AccumulatorExpressions() {}

  @FunctionalInterface
  interface Accumulation {
    BsonValue of(Iterable<BsonValue> values);
  }

  static Operator over(Accumulation accumulation) {
    return (name, argument, context) -> {
      Expression[] operands = Operators.operands(argument, context);
      return Operators.folded(variables -> accumulation.of(values(operands, variables)), operands);
    };
  }

  private static Iterable<BsonValue> values(Expression[] operands, Variables variables) {
    if (operands.length == 1) {
      BsonValue only = Values.orNull(operands[0].evaluate(variables));
      return only.getBsonType() == BsonType.ARRAY ? only.asArray() : List.of(only);
    }
    BsonValue[] values = new BsonValue[operands.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Values.orNull(operands[i].evaluate(variables));
    }
    return List.of(values);
  }

  static BsonValue sum(Iterable<BsonValue> values) {
    Sum sum = new Sum();
    for (BsonValue value : values) {
      if (Numbers.isNumber(value)) {
        sum.add(value);
      }
    }
    return sum.value();
  }

  static BsonValue average(Iterable<BsonValue> values) {
    Sum sum = new Sum();
    long count = 0;
    for (BsonValue value : values) {
      if (Numbers.isNumber(value)) {
        sum.add(value);
        count++;
      }
    }
    if (count == 0) {
      return Values.NULL;
    }
    return sum.type() == BsonType.DECIMAL128
        ? Numbers.of(Decimals.divide(sum.toDecimal(), new Decimal128(count)))
        : new BsonDouble(sum.toDouble() / count);
  }

  static BsonValue populationDeviation(Iterable<BsonValue> values) {
    return deviation(values).population();
  }

  static BsonValue sampleDeviation(Iterable<BsonValue> values) {
    return deviation(values).sample();
  }

  private static StandardDeviation deviation(Iterable<BsonValue> values) {
    StandardDeviation deviation = new StandardDeviation();
    for (BsonValue value : values) {
      if (Numbers.isNumber(value)) {
        deviation.add(Numbers.toDouble(value));
      }
    }
    return deviation;
  }

  /** The maximum in the order; null if all are null. */
  static BsonValue greatest(Iterable<BsonValue> values, Comparator<BsonValue> order) {
    BsonValue greatest = null;
    for (BsonValue value : values) {
      if (!Values.isNullish(value) && (greatest == null || order.compare(value, greatest) > 0)) {
        greatest = value;
      }
    }
    return Values.orNull(greatest);
  }

  static Operator extreme(boolean least) {
    return (name, argument, context) -> {
      Comparator<BsonValue> order = least ? context.order().reversed() : context.order();
      return over(values -> greatest(values, order)).parse(name, argument, context);
    };
  }
}
