package dev.mayfly.mongo.expression.arithmetic;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Operator;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.Values;
import org.bson.BsonValue;

/** Operators of one number: null gives null, and other types are refused. */
public final class NumericOperator {
  private NumericOperator() {}

  public static Operator of(Operators.Unary function) {
    return (name, argument, context) -> {
      Expression operand = Operators.exactly(1, name, argument, context)[0];
      return Operators.folded(
          variables -> apply(name, function, operand.evaluate(variables)), operand);
    };
  }

  private static BsonValue apply(String name, Operators.Unary function, BsonValue value) {
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
