package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** IN: equality with one of a list. Clients send thousands of strings, so these are a set. */
final class InList {
  private final Evaluator value;
  private final List<Expression> list;
  private final List<Evaluator> evaluators = new ArrayList<>();
  private final Set<String> strings = new HashSet<>();
  private final List<Evaluator> others = new ArrayList<>();

  private InList(Evaluator value, List<Expression> list, ExpressionCompiler compiler) {
    this.value = value;
    this.list = list;
    list.forEach(element -> evaluators.add(compiler.compile(element)));
  }

  static Evaluator compile(Expression.In in, ExpressionCompiler compiler, Binding binding) {
    InList list = new InList(compiler.compile(in.value()), in.list(), compiler);
    if (in.list().stream().anyMatch(Parameters::isIn)) {
      binding.onBind(list::bind);
      binding.onRelease(list.strings::clear);
    } else {
      list.bind(Parameters.NONE);
    }
    return list::evaluate;
  }

  private void bind(Parameters parameters) {
    strings.clear();
    others.clear();
    for (int i = 0; i < list.size(); i++) {
      if (parameters.constant(list.get(i)) instanceof StringValue string) {
        strings.add(string.text());
      } else {
        others.add(evaluators.get(i));
      }
    }
  }

  private Value evaluate(Value[] row) {
    Value tested = value.evaluate(row);
    if (!tested.isDefined()) {
      return tested;
    }
    if (tested instanceof StringValue string && strings.contains(string.text())) {
      return Value.of(true);
    }
    Value result = Value.of(false);
    for (Evaluator other : others) {
      Value equal = Operators.equal(tested, other.evaluate(row), true);
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
