package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;

/** LIKE, ready to be evaluated; a pattern that is the same for all rows is read once. */
final class Like {
  private final Evaluator value;
  private final Evaluator pattern;
  private final Character escape;
  private String lastText;
  private LikePattern last;

  private Like(Evaluator value, Evaluator pattern, Character escape) {
    this.value = value;
    this.pattern = pattern;
    this.escape = escape;
  }

  static Evaluator compile(Expression.Like like, ExpressionCompiler compiler) {
    String escape = like.escape();
    if (escape != null && escape.length() != 1) {
      throw QueryError.refused("The ESCAPE of a LIKE must be one character.");
    }
    Character escaping = escape == null ? null : escape.charAt(0);
    return new Like(compiler.compile(like.value()), compiler.compile(like.pattern()), escaping)
        ::evaluate;
  }

  private Value evaluate(Value[] row) {
    if (value.evaluate(row) instanceof StringValue text
        && pattern.evaluate(row) instanceof StringValue wanted) {
      if (!wanted.text().equals(lastText)) {
        last = new LikePattern(wanted.text(), escape);
        lastText = wanted.text();
      }
      return Value.of(last.matches(text.text()));
    }
    return Value.UNDEFINED;
  }
}
