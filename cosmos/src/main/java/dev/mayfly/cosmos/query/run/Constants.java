package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.function.Builtins;
import dev.mayfly.cosmos.query.syntax.Expression;
import java.util.concurrent.TimeUnit;

/** Conditions that need no item: they hold for all items, or for none. */
final class Constants {
  private static final long NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

  private Constants() {}

  /** Whether a condition is known to hold for no item, whatever the items are. */
  static boolean neverHolds(Expression condition, Parameters parameters) {
    if (!isSteady(condition)) {
      return false;
    }
    Binding binding = new Binding();
    try {
      Evaluator value = new ExpressionCompiler(Aliases.NONE, binding).compile(condition);
      binding.bind(parameters, System::currentTimeMillis);
      binding.budget().endAt(System.nanoTime() + NANOS_MAX);
      return !value.evaluate(CompiledQuery.NO_ROW).isTrue();
    } catch (CosmosException e) {
      return false; // it is told when an item is looked at, if there is one
    }
  }

  /** Whether an expression has the same value at every time, without an item. */
  private static boolean isSteady(Expression expression) {
    if (expression instanceof Expression.Identifier || expression instanceof Expression.Subquery) {
      return false;
    }
    if (expression instanceof Expression.Call call
        && (call.userDefined() || !Builtins.isSteady(call.name()))) {
      return false;
    }
    return expression.children().stream().allMatch(Constants::isSteady);
  }
}
