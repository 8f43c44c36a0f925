package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonValue;

/** {@code $ifNull}: the first operand that is not null, else the last. */
record IfNull(Expression[] operands) implements Expression {
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
