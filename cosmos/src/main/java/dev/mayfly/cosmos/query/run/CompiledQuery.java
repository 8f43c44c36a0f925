package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.bson.RawBson;
import java.util.List;

/**
 * A query with its parameters, ready to run over documents.
 *
 * @param source what an alias stands for, from a row that holds the document; null without FROM
 * @param rootAlias the alias that stands for whole documents, or null
 * @param filter the WHERE as it was written, or null
 * @param where null if there is none
 * @param select a row's result; of an aggregated query, from the results of the aggregates
 * @param aggregates empty if the query has none
 * @param limit how many results there are at most, after the first so many of offset
 * @param budget what its expressions may make of a row
 */
public record CompiledQuery(
    Evaluator source,
    String rootAlias,
    Expression filter,
    Evaluator where,
    Evaluator select,
    List<Aggregate> aggregates,
    List<SortKey> order,
    boolean distinct,
    long offset,
    long limit,
    RowBudget budget) {
  private static final Value[] NO_ALIASES = {};

  /** What ORDER BY sorts by. */
  record SortKey(Evaluator value, boolean descending) {}

  public CompiledQuery {
    aggregates = List.copyOf(aggregates);
    order = List.copyOf(order);
  }

  /** Whether there is no FROM: one result, whatever the container holds. */
  public boolean isConstant() {
    return source == null;
  }

  public boolean isAggregated() {
    return !aggregates.isEmpty();
  }

  /** Whether results come in the order of the documents, each as soon as it is found. */
  public boolean isStreamed() {
    return order.isEmpty() && !distinct && !isAggregated();
  }

  /** The row of a document, or null if it has none or does not pass the filter. */
  Value[] row(byte[] document, boolean filtered) {
    budget.begin();
    Value[] row = bind(new ObjectValue.Raw(RawBson.root(document)));
    return row == null || !filtered || passes(row) ? row : null;
  }

  /** The one row of a query without FROM, or null if it does not pass the filter. */
  Value[] onlyRow() {
    budget.begin();
    return passes(NO_ALIASES) ? NO_ALIASES : null;
  }

  private Value[] bind(Value document) {
    Value[] row = {document};
    if (rootAlias == null) {
      row[0] = source.evaluate(row);
    }
    return row[0].isDefined() ? row : null;
  }

  private boolean passes(Value[] row) {
    return where == null || where.evaluate(row).isTrue();
  }

  /** Whether a document passes the filter. */
  public boolean matches(byte[] document) {
    return row(document, true) != null;
  }
}
