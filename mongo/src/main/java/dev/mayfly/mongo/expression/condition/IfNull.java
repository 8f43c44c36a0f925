package dev.mayfly.mongo.expression.condition;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonValue;

/** {@code $ifNull}: the first value that is there, else the last one as it is. */
final class IfNull implements Expression {
  private final Expression[] operands;

  private IfNull(Expression[] operands) {
    this.operands = operands;
  }

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    if (operands.length < 2) {
      throw new MongoException(
          1257300, "$ifNull needs at least two arguments, had: " + operands.length);
    }
    return Operators.folded(new IfNull(operands), operands);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    int last = operands.length - 1;
    for (int i = 0; i < last; i++) {
      BsonValue value = operands[i].evaluate(variables);
      if (!Values.isNullish(value)) {
        return value;
      }
    }
    return operands[last].evaluate(variables);
  }
}
