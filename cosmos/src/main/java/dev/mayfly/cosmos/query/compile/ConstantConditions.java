package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.function.Builtins;
import dev.mayfly.cosmos.query.syntax.Expression;
import java.util.concurrent.TimeUnit;

/** Conditions that need no item: they hold for all items, or for none. */
public final class ConstantConditions {
  private static final long NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(100);

  private ConstantConditions() {}

  /** Whether a condition is known to hold for no item, whatever the items are. */
  public static boolean neverHolds(Expression condition, Parameters parameters) {
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
      return false; // the error is reported when an item is evaluated, if there is one
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
    return expression.children().stream().allMatch(ConstantConditions::isSteady);
  }
}
