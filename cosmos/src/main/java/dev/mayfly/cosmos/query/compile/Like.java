package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;

/** LIKE, ready to be evaluated; a pattern that is the same for all rows is read once. */
final class Like {
  private static final int KEPT_CHARACTERS_MAX = 200;

  private final Evaluator value;
  private final Evaluator pattern;
  private final Character escape;
  private final RowBudget budget;
  private String lastText;
  private LikePattern last;

  private Like(Evaluator value, Evaluator pattern, Character escape, RowBudget budget) {
    this.value = value;
    this.pattern = pattern;
    this.escape = escape;
    this.budget = budget;
  }

  static Evaluator compile(Expression.Like like, ExpressionCompiler compiler, Binding binding) {
    String escape = like.escape();
    if (escape != null && escape.length() != 1) {
      throw QueryError.refused("The ESCAPE of a LIKE must be one character.");
    }
    Character escaping = escape == null ? null : escape.charAt(0);
    Evaluator value = compiler.compile(like.value());
    Evaluator pattern = compiler.compile(like.pattern());
    Like compiled = new Like(value, pattern, escaping, binding.budget());
    binding.onRelease(compiled::forget);
    return compiled::evaluate;
  }

  /** A long pattern is not kept between queries. */
  private void forget() {
    if (lastText != null && lastText.length() > KEPT_CHARACTERS_MAX) {
      lastText = null;
      last = null;
    }
  }

  private Value evaluate(Value[] row) {
    if (value.evaluate(row) instanceof StringValue text
        && pattern.evaluate(row) instanceof StringValue wanted) {
      if (!wanted.text().equals(lastText)) {
        last = new LikePattern(wanted.text(), escape);
        lastText = wanted.text();
      }
      return Value.of(last.matches(text.text(), budget));
    }
    return Value.UNDEFINED;
  }
}
