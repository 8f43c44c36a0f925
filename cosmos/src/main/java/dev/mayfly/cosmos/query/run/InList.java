package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** IN: equality with one of a list. Clients send thousands of strings, so these are a set. */
final class InList {
  private InList() {}

  static Evaluator compile(
      Evaluator value, List<Expression> list, Parameters parameters, ExpressionCompiler compiler) {
    Set<String> strings = new HashSet<>();
    List<Evaluator> others = new ArrayList<>();
    for (Expression element : list) {
      if (parameters.constant(element) instanceof StringValue string) {
        strings.add(string.text());
      } else {
        others.add(compiler.compile(element));
      }
    }
    return row -> evaluate(value.evaluate(row), strings, others, row);
  }

  private static Value evaluate(
      Value value, Set<String> strings, List<Evaluator> others, Value[] row) {
    if (!value.isDefined()) {
      return value;
    }
    if (value instanceof StringValue string && strings.contains(string.text())) {
      return Value.of(true);
    }
    Value result = Value.of(false);
    for (Evaluator other : others) {
      Value equal = Operators.equal(value, other.evaluate(row), true);
      if (equal.isTrue()) {
        return equal;
      }
      if (!equal.isDefined()) {
        result = equal;
      }
    }
    return result;
  }
}
