package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.function.UnaryOperator;
import org.bson.BsonValue;

/** Operators on one number: null yields null, other types are rejected. */
public final class NumericOperator {
  private NumericOperator() {}

  public static Operator of(UnaryOperator<BsonValue> function) {
    return (name, argument, context) -> {
      Expression operand = Operators.exactly(1, name, argument, context)[0];
      return Operators.folded(
          variables -> apply(name, function, operand.evaluate(variables)), operand);
    };
  }

  private static BsonValue apply(String name, UnaryOperator<BsonValue> function, BsonValue value) {
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          28765, name + " only supports numeric types, not " + TypeNames.of(value));
    }
    return function.apply(value);
  }
}
