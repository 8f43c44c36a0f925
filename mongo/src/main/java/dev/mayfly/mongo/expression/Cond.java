package dev.mayfly.mongo.expression;

import org.bson.BsonValue;

/** {@code $cond}: evaluates only the selected branch. */
record Cond(Expression condition, Expression whenTrue, Expression otherwise) implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    if (!argument.isDocument()) {
      Expression[] operands = Operators.exactly(3, name, argument, context);
      return of(operands[0], operands[1], operands[2]);
    }
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(17080, "$cond takes an object or an array, not %s"),
            NamedArguments.failure(17083, "Unrecognized parameter to $cond: %s"),
            "if",
            "then",
            "else");
    return of(
        arguments.required("if", 17080, "Missing 'if' parameter to $cond"),
        arguments.required("then", 17081, "Missing 'then' parameter to $cond"),
        arguments.required("else", 17082, "Missing 'else' parameter to $cond"));
  }

  private static Expression of(Expression condition, Expression whenTrue, Expression otherwise) {
    if (condition.constant() != null) {
      return Values.isTrue(condition.constant()) ? whenTrue : otherwise;
    }
    return new Cond(condition, whenTrue, otherwise);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    return Values.isTrue(condition.evaluate(variables))
        ? whenTrue.evaluate(variables)
        : otherwise.evaluate(variables);
  }
}
