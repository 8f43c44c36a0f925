package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.bson.RawBson;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A query with its parameters, ready to run over documents, or within a row of another query.
 *
 * @param constant whether there is no FROM: one row, whatever the container holds
 * @param inner the query whose results it runs over instead of documents, or null
 * @param steps what makes rows of a document; empty if each is one
 * @param outerWidth how many values of a row belong to the query around it
 * @param width how many values a row has
 * @param rootAlias the alias that stands for whole documents, or null
 * @param paths which properties of documents the aliases mean
 * @param filter the WHERE as it was written, or null
 * @param where null if there is none
 * @param select a row's result; of a group, from its keys and the results of its aggregates
 * @param groupBy null if there is no GROUP BY
 * @param aggregates empty if the query has none
 * @param order what it sorts by
 * @param limit how many results there are at most, after the first so many of offset
 * @param budget what its expressions may make of a row
 */
public record CompiledQuery(
    boolean constant,
    CompiledQuery inner,
    List<JoinCursor.Step> steps,
    int outerWidth,
    int width,
    String rootAlias,
    IndexPaths paths,
    Expression filter,
    Evaluator where,
    Evaluator select,
    List<Evaluator> groupBy,
    List<Aggregate> aggregates,
    List<SortKey> order,
    boolean distinct,
    long offset,
    long limit,
    RowBudget budget) {
  static final Value[] NO_ROW = {};

  /** Who asks whether a document matches holds up others. */
  private static final long MATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * What ORDER BY sorts by.
   *
   * @param path of the property in documents, as indexes name it; null if it is none
   */
  public record SortKey(Evaluator value, boolean descending, List<String> path) {}

  public CompiledQuery {
    steps = List.copyOf(steps);
    groupBy = groupBy == null ? null : List.copyOf(groupBy);
    aggregates = List.copyOf(aggregates);
    order = List.copyOf(order);
  }

  boolean isAggregated() {
    return !aggregates.isEmpty();
  }

  boolean isGrouped() {
    return groupBy != null;
  }

  /** Whether results come in the order of the documents, each as soon as it is found. */
  boolean isStreamed() {
    return order.isEmpty() && !distinct && !isAggregated() && !isGrouped() && inner == null;
  }

  /** A row with room for all values, that starts with those of another. */
  Value[] rowOf(Value[] start) {
    return Arrays.copyOf(start, Math.max(width, start.length));
  }

  /** The rows that a document, or the row around a subquery, makes. */
  JoinCursor joins(Value[] row) {
    return new JoinCursor(steps, row, budget);
  }

  boolean passes(Value[] row) {
    return where == null || where.evaluate(row).isTrue();
  }

  Value[] groupKeys(Value[] row) {
    Value[] keys = new Value[groupBy.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = groupBy.get(i).evaluate(row);
    }
    return keys;
  }

  /** The values that a document's rows start with. */
  static Value[] document(byte[] document) {
    return new Value[] {new ObjectValue.Raw(RawBson.root(document))};
  }

  /** Whether a document has a row that passes the filter. */
  public boolean matches(byte[] document) {
    budget.begin();
    budget.endAt(System.nanoTime() + MATCH_NANOS);
    Value[] row = rowOf(document(document));
    JoinCursor joins = joins(row);
    while (joins.next()) {
      if (passes(row)) {
        return true;
      }
    }
    return false;
  }
}
