package dev.mayfly.mongo.expression;

import java.util.Map;
import org.bson.BsonValue;

public final class BoolOperators {
  public static final Map<String, Operator> ALL =
      Map.of(
          "$and", BoolOperators::and,
          "$or", BoolOperators::or,
          "$not", Operators.unary(value -> Values.of(!Values.isTrue(value))));

  private BoolOperators() {}

  private static Expression and(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    return Operators.folded(variables -> Values.of(!any(operands, variables, false)), operands);
  }

  private static Expression or(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    return Operators.folded(variables -> Values.of(any(operands, variables, true)), operands);
  }

  /** Short-circuit evaluation. */
  private static boolean any(Expression[] operands, Variables variables, boolean expected) {
    for (Expression operand : operands) {
      if (Values.isTrue(operand.evaluate(variables)) == expected) {
        return true;
      }
    }
    return false;
  }
}
