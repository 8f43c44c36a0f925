package dev.mayfly.mongo.expression.bool;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Operator;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import java.util.Map;
import org.bson.BsonValue;

/** The operators of this room by name. */
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

  /** Looks for the first operand that decides; those behind it are not computed. */
  private static boolean any(Expression[] operands, Variables variables, boolean wanted) {
    for (Expression operand : operands) {
      if (Values.isTrue(operand.evaluate(variables)) == wanted) {
        return true;
      }
    }
    return false;
  }
}
