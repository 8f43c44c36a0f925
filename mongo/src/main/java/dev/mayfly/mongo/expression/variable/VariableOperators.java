package dev.mayfly.mongo.expression.variable;

import dev.mayfly.mongo.expression.Operator;
import java.util.Map;

/** The operators of this room by name. */
public final class VariableOperators {
  private static final Operator LITERAL = (name, argument, context) -> new Constant(argument);

  public static final Map<String, Operator> ALL =
      Map.of("$let", Let::parse, "$literal", LITERAL, "$const", LITERAL);

  private VariableOperators() {}
}
