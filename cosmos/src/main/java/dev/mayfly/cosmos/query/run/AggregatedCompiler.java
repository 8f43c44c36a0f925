package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import java.util.List;

/**
 * Compiles the select list of a query with aggregates. What it makes runs once, over the results of
 * the aggregates; only within them are there rows.
 */
final class AggregatedCompiler extends ExpressionCompiler {
  /** Each may hold as much as an item, and all of them must fit a token. */
  private static final int AGGREGATES_MAX = 100;

  private final ExpressionCompiler rows;
  private final List<Aggregate> aggregates;

  /**
   * @param aggregates where those that are found are added
   */
  AggregatedCompiler(
      ExpressionCompiler rows,
      Parameters parameters,
      RowBudget budget,
      List<Aggregate> aggregates) {
    super(List.of(), parameters, budget);
    this.rows = rows;
    this.aggregates = aggregates;
  }

  @Override
  Evaluator call(Expression.Call call) {
    if (!Aggregate.isAggregate(call)) {
      return super.call(call);
    }
    int slot = aggregates.size();
    if (slot == AGGREGATES_MAX) {
      throw QueryError.refused(
          "The query has more than " + AGGREGATES_MAX + " aggregates: ask for fewer at once.");
    }
    aggregates.add(Aggregate.compile(call, rows));
    return results -> results[slot];
  }

  @Override
  Evaluator identifier(Expression.Identifier identifier) {
    rows.identifier(identifier);
    throw QueryError.at(
        identifier.span(),
        "SC2102",
        "Property reference '"
            + identifier.name()
            + "' is invalid in the select list because it is not contained in either an aggregate"
            + " function or the GROUP BY clause.");
  }
}
