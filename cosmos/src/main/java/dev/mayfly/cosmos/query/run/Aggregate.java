package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Locale;
import java.util.Set;

/** What a function makes of the values of all rows. Undefined values do not take part. */
final class Aggregate {
  private static final Set<String> NAMES = Set.of("COUNT", "SUM", "AVG", "MIN", "MAX", "COUNTIF");

  /** The functions. */
  enum Function {
    COUNT,
    SUM,
    AVG,
    MIN,
    MAX,
    COUNTIF
  }

  /**
   * How far an aggregate has come; all that a later page needs to go on.
   *
   * @param count of the values that took part
   * @param sum of those that were numbers
   * @param extreme the smallest or largest so far; undefined if there is none
   * @param spoilt whether a value took part that makes the result undefined
   */
  record State(long count, double sum, Value extreme, boolean spoilt) {
    static final State START = new State(0, 0, Value.UNDEFINED, false);

    private static final int CHARACTERS_MAX = 200;

    /** Whether it is short enough for a token. */
    boolean isShort() {
      return !(extreme instanceof StringValue string) || string.text().length() <= CHARACTERS_MAX;
    }
  }

  private final Function function;
  private final Evaluator argument;
  private final boolean countsRows;

  private Aggregate(Function function, Evaluator argument, boolean countsRows) {
    this.function = function;
    this.argument = argument;
    this.countsRows = countsRows;
  }

  static boolean isAggregate(Expression.Call call) {
    return !call.userDefined() && NAMES.contains(call.name().toUpperCase(Locale.ROOT));
  }

  /** Whether an expression asks for an aggregate; what a subquery asks for is its own business. */
  static boolean isIn(Expression expression) {
    return expression instanceof Expression.Call call && isAggregate(call)
        || expression.children().stream().anyMatch(Aggregate::isIn);
  }

  /** The aggregate that a call names, over rows of which the compiler knows. */
  static Aggregate compile(Expression.Call call, ExpressionCompiler rows) {
    String name = call.name().toUpperCase(Locale.ROOT);
    Functions.requireOne(call, name);
    Function function = Function.valueOf(name);
    Expression argument = call.arguments().get(0);
    boolean countsRows =
        function == Function.COUNT
            && argument instanceof Expression.Literal literal
            && literal.value().isDefined();
    return new Aggregate(function, rows.compile(argument), countsRows);
  }

  /** Whether this is COUNT(1) or the like: the result is the number of rows, whatever they are. */
  boolean countsRows() {
    return countsRows;
  }

  State add(State state, Value[] row) {
    Value value = argument.evaluate(row);
    boolean takesPart = function == Function.COUNTIF ? value.isTrue() : value.isDefined();
    if (!takesPart) {
      return state;
    }
    return switch (function) {
      case COUNT, COUNTIF -> new State(state.count + 1, 0, state.extreme, false);
      case SUM, AVG -> added(state, value);
      case MIN, MAX -> extreme(state, value);
    };
  }

  private static State added(State state, Value value) {
    return value instanceof NumberValue number
        ? new State(state.count + 1, state.sum + number.asDouble(), state.extreme, state.spoilt)
        : new State(state.count + 1, state.sum, state.extreme, true);
  }

  private State extreme(State state, Value value) {
    if (value.kind() == Kind.ARRAY || value.kind() == Kind.OBJECT) {
      return new State(state.count + 1, 0, state.extreme, true);
    }
    int order = state.count == 0 ? 0 : Comparison.order(value, state.extreme);
    boolean better = state.count == 0 || (function == Function.MIN ? order < 0 : order > 0);
    return new State(state.count + 1, 0, better ? value : state.extreme, state.spoilt);
  }

  Value result(State state) {
    if (state.spoilt) {
      return Value.UNDEFINED;
    }
    return switch (function) {
      case COUNT, COUNTIF -> Value.of(state.count);
      case SUM -> Value.of(state.sum);
      case AVG -> state.count == 0 ? Value.UNDEFINED : Value.of(state.sum / state.count);
      case MIN, MAX -> state.extreme;
    };
  }
}
