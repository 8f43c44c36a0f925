package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Locale;
import java.util.Set;

/** What a function makes of the values of all rows. Undefined values do not take part. */
public final class Aggregate {
  private static final Set<String> NAMES =
      Set.of("COUNT", "SUM", "AVG", "MIN", "MAX", "COUNTIF", "MAKELIST", "MAKESET");

  enum Function {
    COUNT,
    SUM,
    AVG,
    MIN,
    MAX,
    COUNTIF,
    MAKELIST,
    MAKESET
  }

  /**
   * The running state of an aggregate; all that a later page needs to resume.
   *
   * @param count of the values that took part
   * @param sum of those that were numbers
   * @param extreme the smallest or largest so far; undefined if there is none
   * @param spoilt whether a value took part that makes the result undefined
   * @param list the values of a list or a set; null if there is none
   */
  public record State(long count, double sum, Value extreme, boolean spoilt, ValueList list) {
    private static final int CHARACTERS_MAX = 200;
    private static final int BYTES = 64;

    public State(long count, double sum, Value extreme, boolean spoilt) {
      this(count, sum, extreme, spoilt, null);
    }

    long sizeBytes() {
      return BYTES + (list == null ? 0 : list.sizeBytes());
    }

    /** Whether it is short enough for a token. */
    public boolean isShort() {
      boolean longText =
          extreme instanceof StringValue string && string.text().length() > CHARACTERS_MAX;
      return list == null && !longText;
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

  /** Whether an expression contains an aggregate, outside of subqueries. */
  public static boolean isIn(Expression expression) {
    return expression instanceof Expression.Call call && isAggregate(call)
        || expression.children().stream().anyMatch(Aggregate::isIn);
  }

  private static boolean hasSubquery(Expression expression) {
    return expression instanceof Expression.Subquery
        || expression.children().stream().anyMatch(Aggregate::hasSubquery);
  }

  /** The refusal of a call where no aggregate can be. */
  static RuntimeException ofAggregate(Expression.Call call) {
    return QueryError.at(
        call.span(),
        "SC2101",
        "Cannot perform an aggregate function on an expression containing an aggregate or a"
            + " subquery.");
  }

  /** Compiles a call of an aggregate function over the rows of that compiler. */
  static Aggregate compile(Expression.Call call, ExpressionCompiler rows) {
    String name = call.name().toUpperCase(Locale.ROOT);
    if (call.arguments().size() != 1) {
      throw QueryError.at(
          call.span(), "SC2050", "The " + name + " function requires 1 argument(s).");
    }
    Function function = Function.valueOf(name);
    Expression argument = call.arguments().get(0);
    if (isIn(argument) || hasSubquery(argument)) {
      throw ofAggregate(call);
    }
    boolean countsRows =
        function == Function.COUNT
            && argument instanceof Expression.Literal literal
            && literal.value().isDefined();
    return new Aggregate(function, rows.compile(argument), countsRows);
  }

  /** Whether this is COUNT(1) or the like: the result is the number of rows, whatever they are. */
  public boolean countsRows() {
    return countsRows;
  }

  /** The full text function whose values it takes; null if it is another expression. */
  public FullTextCall fullText() {
    return argument instanceof FullTextCall call ? call : null;
  }

  public boolean isSum() {
    return function == Function.SUM;
  }

  public boolean isCountIf() {
    return function == Function.COUNTIF;
  }

  /**
   * The state before the first row.
   *
   * @param memory counts what is kept
   * @param beyondRow whether that is for longer than a row
   */
  State start(RowBudget memory, boolean beyondRow) {
    ValueList list =
        switch (function) {
          case MAKELIST -> new ValueList(false, memory, beyondRow);
          case MAKESET -> new ValueList(true, memory, beyondRow);
          default -> null;
        };
    return new State(0, 0, Value.UNDEFINED, false, list);
  }

  State add(State state, Value[] row) {
    return addValue(state, argument.evaluate(row));
  }

  /** What it takes of a row. */
  Value argument(Value[] row) {
    return argument.evaluate(row);
  }

  /** Adds what it took of a row. */
  State addValue(State state, Value value) {
    boolean takesPart = function == Function.COUNTIF ? value.isTrue() : value.isDefined();
    if (!takesPart) {
      return state;
    }
    return switch (function) {
      case COUNT, COUNTIF -> new State(state.count + 1, 0, state.extreme, false);
      case SUM, AVG -> added(state, value);
      case MIN, MAX -> extreme(state, value);
      case MAKELIST, MAKESET -> {
        state.list.add(value);
        yield state;
      }
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
      case MAKELIST, MAKESET -> Value.of(state.list.values());
    };
  }
}
