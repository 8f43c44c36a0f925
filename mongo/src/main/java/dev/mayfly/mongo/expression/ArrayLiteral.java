package dev.mayfly.mongo.expression;

import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code [a, b]}: an array of expressions; missing values become null. */
public record ArrayLiteral(Expression[] elements) implements Expression {
  public static Expression parse(BsonArray array, ParseContext context) {
    Expression[] elements = Operators.operands(array, context);
    return Operators.folded(new ArrayLiteral(elements), elements);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonArray array = new BsonArray(elements.length);
    for (Expression element : elements) {
      array.add(Values.orNull(element.evaluate(variables)));
    }
    return ValueLimits.checked(array);
  }
}
