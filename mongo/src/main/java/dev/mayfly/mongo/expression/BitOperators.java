package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

public final class BitOperators {
  public static final Map<String, Operator> ALL =
      Map.of(
          "$bitAnd", of(-1, (first, second) -> first & second),
          "$bitNot", NumericOperator.of(BitOperators::not),
          "$bitOr", of(0, (first, second) -> first | second),
          "$bitXor", of(0, (first, second) -> first ^ second));

  private BitOperators() {}

  private static Operator of(int start, LongBinaryOperator function) {
    return (name, argument, context) -> {
      Expression[] operands = Operators.operands(argument, context);
      return Operators.folded(
          variables -> {
            long bits = start;
            boolean isLong = false;
            for (Expression operand : operands) {
              BsonValue value = operand.evaluate(variables);
              if (Values.isNullish(value)) {
                return Values.NULL;
              }
              if (!Numbers.isInteger(value)) {
                throw new MongoException(
                    ErrorCodes.TYPE_MISMATCH, name + " only supports int and long operands.");
              }
              isLong |= value.isInt64();
              bits = function.applyAsLong(bits, Numbers.toLong(value));
            }
            return isLong ? new BsonInt64(bits) : new BsonInt32((int) bits);
          },
          operands);
    };
  }

  private static BsonValue not(BsonValue value) {
    if (!Numbers.isInteger(value)) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "$bitNot only supports int and long, not: " + TypeNames.of(value) + ".");
    }
    return value.isInt64()
        ? new BsonInt64(~value.asInt64().getValue())
        : new BsonInt32(~value.asInt32().getValue());
  }
}
