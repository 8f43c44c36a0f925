package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SqlText;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles the select list of a query with aggregates or GROUP BY. What it makes runs once for each
 * group, over the values of the keys and the results of the aggregates; only within these are there
 * rows.
 */
final class GroupCompiler extends ExpressionCompiler {
  /** Each may hold as much as an item, and all of them must fit a token. */
  private static final int AGGREGATES_MAX = 100;

  private final ExpressionCompiler rows;
  private final List<String> keys = new ArrayList<>();
  private final int firstSlot;
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final List<QueryError.Located> errors = new ArrayList<>();

  /**
   * @param outer the aliases around the query, which a group's row starts with
   */
  GroupCompiler(ExpressionCompiler rows, List<Expression> groupBy, Aliases outer, Binding binding) {
    super(outer, binding);
    this.rows = rows;
    this.firstSlot = outer.size();
    groupBy.forEach(key -> keys.add(SqlText.of(key)));
  }

  /** The aggregates that were found. */
  List<Aggregate> aggregates() {
    return aggregates;
  }

  /** Refuses references to what is neither a key nor within an aggregate. */
  void check() {
    if (!errors.isEmpty()) {
      throw QueryError.of(errors);
    }
  }

  @Override
  Evaluator compile(Expression expression) {
    int key = keys.isEmpty() ? -1 : keys.indexOf(SqlText.of(expression));
    if (key >= 0) {
      int slot = firstSlot + key;
      return row -> row[slot];
    }
    if (isOwnPath(expression)) {
      errors.add(notGrouped(expression));
      return row -> Value.UNDEFINED;
    }
    return super.compile(expression);
  }

  /** Whether an expression is a path from an alias of the query, none of whose parts is a key. */
  private boolean isOwnPath(Expression expression) {
    Expression of = expression;
    while (!keys.contains(SqlText.of(of))) {
      if (of instanceof Expression.Member member) {
        of = member.of();
      } else if (of instanceof Expression.Index index) {
        of = index.of();
      } else {
        return of instanceof Expression.Identifier identifier
            && rows.knows(identifier)
            && !knows(identifier);
      }
    }
    return false;
  }

  private static QueryError.Located notGrouped(Expression path) {
    return new QueryError.Located(
        SqlText.span(path),
        "SC2102",
        "Property reference '"
            + SqlText.of(path)
            + "' is invalid in the select list because it is not contained in either an aggregate"
            + " function or the GROUP BY clause.");
  }

  @Override
  Evaluator call(Expression.Call call) {
    if (!Aggregate.isAggregate(call)) {
      return super.call(call);
    }
    if (aggregates.size() == AGGREGATES_MAX) {
      throw QueryError.refused(
          "The query has more than " + AGGREGATES_MAX + " aggregates: ask for fewer at once.");
    }
    int slot = firstSlot + keys.size() + aggregates.size();
    aggregates.add(Aggregate.compile(call, rows));
    return row -> row[slot];
  }
}
