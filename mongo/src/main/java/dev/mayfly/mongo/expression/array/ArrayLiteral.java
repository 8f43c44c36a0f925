package dev.mayfly.mongo.expression.array;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Sizes;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code [a, b]}: an array of what its expressions give, null where one is missing. */
public final class ArrayLiteral implements Expression {
  private final Expression[] elements;

  private ArrayLiteral(Expression[] elements) {
    this.elements = elements;
  }

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
    return Sizes.checked(array);
  }
}
