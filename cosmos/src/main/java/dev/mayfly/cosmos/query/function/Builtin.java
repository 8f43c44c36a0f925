package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A function of the language.
 *
 * @param argumentsMax {@link #ANY} if there may be as many as one likes
 * @param body what makes its results, for each place where it is called, by the time of its query
 */
public record Builtin(int argumentsMin, int argumentsMax, Function<QueryTime, Body> body) {
  static final int ANY = Integer.MAX_VALUE;

  /** What a function makes of its arguments. It never refuses a value: it is undefined then. */
  @FunctionalInterface
  public interface Body {
    Value apply(Value[] arguments, RowBudget budget);

    /** Forgets what it keeps for the next row, if that is much: the query has ended. */
    default void forget() {}
  }

  static Builtin of(int min, int max, Body body) {
    return new Builtin(min, max, time -> body);
  }

  static Builtin of(int count, Body body) {
    return of(count, count, body);
  }

  static Builtin one(UnaryOperator<Value> body) {
    return of(1, (arguments, budget) -> body.apply(arguments[0]));
  }

  /** How many arguments it takes, as an error says it. */
  public String arity() {
    if (argumentsMax == ANY) {
      return "at least " + argumentsMin;
    }
    return argumentsMin == argumentsMax
        ? Integer.toString(argumentsMin)
        : argumentsMin + " to " + argumentsMax;
  }
}
