package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonOrder;
import java.util.Map;
import java.util.function.IntPredicate;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Comparison operators. Any two values compare, missing ones included. */
public final class CompareOperators {
  public static final Map<String, Operator> ALL =
      Map.of(
          "$cmp",
          of((order, first, second) -> new BsonInt32(sign(order.compare(first, second)))),
          "$eq",
          of((order, first, second) -> Values.of(order.equal(first, second))),
          "$gt",
          where(compared -> compared > 0),
          "$gte",
          where(compared -> compared >= 0),
          "$lt",
          where(compared -> compared < 0),
          "$lte",
          where(compared -> compared <= 0),
          "$ne",
          of((order, first, second) -> Values.of(!order.equal(first, second))));

  private CompareOperators() {}

  @FunctionalInterface
  private interface Comparison {
    BsonValue of(BsonOrder order, BsonValue first, BsonValue second);
  }

  private static Operator where(IntPredicate holds) {
    return of((order, first, second) -> Values.of(holds.test(order.compare(first, second))));
  }

  private static int sign(int compared) {
    return Integer.compare(compared, 0);
  }

  private static Operator of(Comparison comparison) {
    return (name, argument, context) -> {
      Expression[] operands = Operators.exactly(2, name, argument, context);
      Expression first = operands[0];
      Expression second = operands[1];
      BsonOrder order = context.order();
      return Operators.folded(
          variables -> comparison.of(order, first.evaluate(variables), second.evaluate(variables)),
          operands);
    };
  }
}
