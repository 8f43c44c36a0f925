package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.Value;

/** An expression, ready to be evaluated. */
@FunctionalInterface
public interface Evaluator {
  /**
   * The expression's value for a row.
   *
   * @param row a value for each alias
   */
  Value evaluate(Value[] row);
}
