package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.run.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SubqueryRules;
import dev.mayfly.cosmos.query.value.RowBudget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes queries ready to run, and refuses those that mean nothing or can't be run yet. */
public final class QueryCompiler {
  private static final int JOINS_MAX = 10;

  private final Query query;
  private final Parameters parameters;
  private final Aliases outer;
  private final RowBudget budget;

  /** Whether a name that is no alias is the container. */
  private final boolean ofContainer;

  private QueryCompiler(
      Query query, Parameters parameters, Aliases outer, RowBudget budget, boolean ofContainer) {
    this.query = query;
    this.parameters = parameters;
    this.outer = outer;
    this.budget = budget;
    this.ofContainer = ofContainer;
  }

  /** A query over the items of a container. */
  public static CompiledQuery compile(Query query, Parameters parameters) {
    SubqueryRules.check(query);
    if (query.ranked()) {
      checkCounts(query, parameters);
      throw QueryError.notYet("ORDER BY RANK");
    }
    return new QueryCompiler(query, parameters, Aliases.NONE, new RowBudget(), true).compile();
  }

  private static void checkCounts(Query query, Parameters parameters) {
    parameters.count(query.top(), query.places().topCount(), Parameters.Count.TOP);
    parameters.count(query.offset(), query.places().offsetCount(), Parameters.Count.OFFSET);
    parameters.count(query.limit(), query.places().limitCount(), Parameters.Count.LIMIT);
  }

  /**
   * A query within a row of another.
   *
   * @param outer the aliases of that row
   * @param ofContainer whether a name that is no alias is the document in the first slot
   */
  static CompiledQuery subquery(
      Query query, Parameters parameters, Aliases outer, RowBudget budget, boolean ofContainer) {
    return new QueryCompiler(query, parameters, outer, budget, ofContainer).compile();
  }

  private CompiledQuery compile() {
    if (query.from().size() > JOINS_MAX + 1) {
      throw QueryError.refused(
          "The query has more than " + JOINS_MAX + " JOINs, the most that one may have.");
    }
    CompiledQuery inner = inner();
    Sources sources =
        inner == null
            ? new Sources(query, parameters, outer, budget, ofContainer)
            : Sources.ofResults(query, parameters, outer, budget);
    ExpressionCompiler rows = new ExpressionCompiler(sources.aliases(), parameters, budget);
    Evaluator where = query.where() == null ? null : rows.compile(query.where());
    boolean grouped = !query.groupBy().isEmpty();
    List<Aggregate> aggregates = List.of();
    Evaluator select;
    if (query.selection() instanceof Selection.All) {
      select = everything(sources);
    } else if (grouped || isAggregated()) {
      GroupCompiler groups = new GroupCompiler(rows, query.groupBy(), outer, parameters, budget);
      select = select(groups);
      groups.check();
      aggregates = groups.aggregates();
    } else {
      select = select(rows);
    }
    long top = parameters.count(query.top(), query.places().topCount(), Parameters.Count.TOP);
    long limit =
        parameters.count(query.limit(), query.places().limitCount(), Parameters.Count.LIMIT);
    return new CompiledQuery(
        query.from().isEmpty(),
        inner,
        sources.steps(),
        outer.size(),
        sources.aliases().size(),
        sources.rootAlias(),
        paths(sources.rootAlias()),
        query.where(),
        where,
        select,
        grouped ? List.of(rows.compile(query.groupBy())) : null,
        aggregates,
        order(rows, sources, aggregates),
        query.distinct(),
        parameters.count(query.offset(), query.places().offsetCount(), Parameters.Count.OFFSET),
        Math.min(top, limit),
        budget);
  }

  private IndexPaths paths(String rootAlias) {
    IndexPaths paths = new IndexPaths(rootAlias, Map.of());
    return rootAlias == null ? paths : paths.with(query.from().subList(1, query.from().size()));
  }

  /** The query in the FROM that has to be run to its end first, or null if there is none. */
  private CompiledQuery inner() {
    if (!ofContainer || outer.size() > 0 || query.from().isEmpty()) {
      return null;
    }
    Source first = query.from().get(0);
    boolean whole =
        first.collection() instanceof Collection.Rows rows && Wholeness.needsAll(rows.query());
    return whole
        ? subquery(((Collection.Rows) first.collection()).query(), parameters, outer, budget, true)
        : null;
  }

  private Evaluator everything(Sources sources) {
    if (query.from().isEmpty()) {
      throw QueryError.refused("'SELECT *' is not valid if FROM clause is omitted.");
    }
    if (query.from().size() > 1) {
      throw QueryError.refused("'SELECT *' is only valid with a single input set.");
    }
    if (!query.groupBy().isEmpty()) {
      throw QueryError.at(
          query.places().selection(), "SC2041", "'SELECT *' is not allowed with GROUP BY.");
    }
    int slot = sources.lastSlot();
    return row -> row[slot];
  }

  private Evaluator select(ExpressionCompiler results) {
    if (query.selection() instanceof Selection.Single single) {
      return results.compile(single.value());
    }
    Map<String, Evaluator> parts = new LinkedHashMap<>();
    int unnamed = 0;
    for (Item item : ((Selection.Items) query.selection()).items()) {
      String name = item.name();
      parts.put(name == null ? "$" + ++unnamed : name, results.compile(item.value()));
    }
    return results.object(parts);
  }

  private boolean isAggregated() {
    if (query.selection() instanceof Selection.Single single) {
      return Aggregate.isIn(single.value());
    }
    return ((Selection.Items) query.selection())
        .items().stream().anyMatch(item -> Aggregate.isIn(item.value()));
  }

  private List<SortKey> order(
      ExpressionCompiler rows, Sources sources, List<Aggregate> aggregates) {
    if (!aggregates.isEmpty() || query.orderBy().isEmpty()) {
      return List.of();
    }
    return new SortKeys(query, sources).compile(rows);
  }
}
