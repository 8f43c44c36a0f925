package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.fulltext.SearchTexts;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.bson.RawBson;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A query that is ready to run over documents, or within a row of another query, as soon as it is
 * bound to the values of its parameters. For one thread at a time.
 *
 * @param constant whether there is no FROM: one row, whatever the container holds
 * @param inner the query whose results it runs over instead of documents, or null
 * @param joins the sources that make rows of a document; empty if each document is one row
 * @param outerWidth how many values of a row belong to the query around it
 * @param width how many values a row has
 * @param rootAlias the alias that stands for whole documents, or null
 * @param joinedSources the FROM clause without its first source
 * @param filter the WHERE as it was written, or null
 * @param where null if there is none
 * @param select a row's result; of a group, from its keys and the results of its aggregates
 * @param groupBy null if there is no GROUP BY
 * @param aggregates empty if the query has none
 * @param order what it sorts by
 * @param ranks the scores of an ORDER BY RANK; empty if there is none. A single one is the order,
 *     too
 * @param ahead the calls of user-defined functions that can be made for several items at once
 * @param binding what it gets anew for each run
 */
public record CompiledQuery(
    boolean constant,
    CompiledQuery inner,
    List<JoinCursor.Join> joins,
    int outerWidth,
    int width,
    String rootAlias,
    List<Query.Source> joinedSources,
    Expression filter,
    Evaluator where,
    Evaluator select,
    List<Evaluator> groupBy,
    List<Aggregate> aggregates,
    List<SortKey> order,
    List<RankComponent> ranks,
    boolean distinct,
    OffsetLimit counts,
    CallsAhead ahead,
    Binding binding) {
  public static final Value[] NO_ROW = {};

  /** Matching runs on threads that others wait for. */
  private static final long MATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * What ORDER BY sorts by.
   *
   * @param path of the property in documents, as indexes name it; null if it is none
   * @param stored whether documents hold that property, so that an index can have its values
   * @param selected whether it is part of the result, so that the same results have the same
   * @param vector the distance whose nearest come first, and those without one not at all; null if
   *     it is none
   */
  public record SortKey(
      Evaluator value,
      boolean descending,
      List<String> path,
      boolean stored,
      boolean selected,
      VectorCall vector) {
    SortKey(
        Evaluator value, boolean descending, List<String> path, boolean stored, boolean selected) {
      this(value, descending, path, stored, selected, null);
    }
  }

  public CompiledQuery {
    joins = List.copyOf(joins);
    joinedSources = List.copyOf(joinedSources);
    groupBy = groupBy == null ? null : List.copyOf(groupBy);
    aggregates = List.copyOf(aggregates);
    order = List.copyOf(order);
    ranks = List.copyOf(ranks);
  }

  /**
   * Begins a run with these parameters, at this time.
   *
   * @param clock returns milliseconds since 1970
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if one has no value, or a wrong one
   */
  void bind(Parameters parameters, LongSupplier clock) {
    binding.bind(parameters, clock);
  }

  /** What is called with {@code udf.} until the end of the run, which closes it. */
  public void useFunctions(UserFunctions functions) {
    binding.functions(functions);
  }

  /** The texts that are searched in this run. */
  public SearchTexts texts() {
    return binding.texts();
  }

  /** The calls that give scores of texts. */
  public List<FullTextCall> scores() {
    return binding.scores();
  }

  /** Ends a run. */
  void release() {
    binding.release();
  }

  /** How many results are left out. */
  public long offset() {
    return counts.offset();
  }

  /** How many results there are at most, after those that are left out. */
  public long limit() {
    return counts.limit();
  }

  /** What its expressions may make of a row. */
  public RowBudget budget() {
    return binding.budget();
  }

  /** Whether it returns items by a score that clients fuse with those of other queries. */
  public boolean isComponent() {
    return order.size() == 1
        && order.get(0).value() instanceof FullTextCall call
        && call.function() == FullTextCall.Function.GIVEN_SCORE;
  }

  public boolean isAggregated() {
    return !aggregates.isEmpty();
  }

  public boolean isGrouped() {
    return groupBy != null;
  }

  /** Whether results come in the order of the documents, each as soon as it is found. */
  public boolean isStreamed() {
    return order.isEmpty()
        && ranks.isEmpty()
        && !distinct
        && !isAggregated()
        && !isGrouped()
        && inner == null;
  }

  public Distinctness distinctness() {
    if (!distinct) {
      return Distinctness.ALL;
    }
    return order.stream().allMatch(SortKey::selected) ? Distinctness.ANY : Distinctness.FIRST;
  }

  /** A row with room for all values, that starts with those of another. */
  public Value[] rowOf(Value[] start) {
    return Arrays.copyOf(start, Math.max(width, start.length));
  }

  /** The rows that a document, or the row around a subquery, makes. */
  public JoinCursor rows(Value[] row) {
    return new JoinCursor(joins, row, budget());
  }

  public boolean passes(Value[] row) {
    return where == null || where.evaluate(row).isTrue();
  }

  public Value[] groupKeys(Value[] row) {
    Value[] keys = new Value[groupBy.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = groupBy.get(i).evaluate(row);
    }
    return keys;
  }

  /** The values that a document's rows start with. */
  public static Value[] document(byte[] document) {
    return new Value[] {new ObjectValue.Raw(RawBson.root(document))};
  }

  /** Whether a document has a row that passes the filter. */
  public boolean matches(byte[] document) {
    budget().begin();
    budget().endAt(System.nanoTime() + MATCH_NANOS);
    Value[] row = rowOf(document(document));
    JoinCursor joined = rows(row);
    while (joined.next()) {
      if (passes(row)) {
        return true;
      }
    }
    return false;
  }
}
