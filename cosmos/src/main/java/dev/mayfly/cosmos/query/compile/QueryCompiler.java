package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.compile.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.syntax.Query.Source;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SubqueryRules;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Makes queries ready to run, and refuses those that mean nothing or can't be run yet. */
public final class QueryCompiler {
  private static final int JOINS_MAX = 10;

  private final Query query;
  private final Binding binding;
  private final Aliases outer;

  /** Whether a name that is no alias is the container. */
  private final boolean ofContainer;

  private QueryCompiler(Query query, Binding binding, Aliases outer, boolean ofContainer) {
    this.query = query;
    this.binding = binding;
    this.outer = outer;
    this.ofContainer = ofContainer;
  }

  /** A query over the items of a container, bound for a first run by the machine's clock. */
  public static CompiledQuery compile(Query query, Parameters parameters) {
    return compile(query, parameters, System::currentTimeMillis);
  }

  /**
   * A query over the items of a container, bound for a first run.
   *
   * @param clock returns milliseconds since 1970
   */
  public static CompiledQuery compile(Query query, Parameters parameters, LongSupplier clock) {
    return compile(query, parameters, clock, VectorPolicy.NONE);
  }

  /**
   * A query over the items of a container, bound for a first run.
   *
   * @param clock returns milliseconds since 1970
   * @param vectors what the container says about vectors
   */
  static CompiledQuery compile(
      Query query, Parameters parameters, LongSupplier clock, VectorPolicy vectors) {
    SubqueryRules.check(query);
    CompiledQuery compiled =
        new QueryCompiler(query, new Binding(vectors), Aliases.NONE, true).compile();
    compiled.bind(parameters, clock);
    return compiled;
  }

  /**
   * A query within a row of another.
   *
   * @param outer the aliases of that row
   * @param ofContainer whether a name that is no alias is the document in the first slot
   */
  static CompiledQuery subquery(Query query, Binding binding, Aliases outer, boolean ofContainer) {
    return new QueryCompiler(query, binding, outer, ofContainer).compile();
  }

  private CompiledQuery compile() {
    if (query.from().size() > JOINS_MAX + 1) {
      throw QueryError.refused(
          "The query has more than " + JOINS_MAX + " JOINs, the most that one may have.");
    }
    CompiledQuery inner = inner();
    Sources sources =
        inner == null
            ? new Sources(query, binding, outer, ofContainer)
            : Sources.ofResults(query, binding);
    ExpressionCompiler rows = new ExpressionCompiler(sources.aliases(), binding);
    Evaluator where = query.where() == null ? null : rows.compile(query.where());
    boolean grouped = !query.groupBy().isEmpty();
    List<Aggregate> aggregates = List.of();
    Evaluator select;
    if (query.selection() instanceof Selection.All) {
      select = everything(sources);
    } else if (grouped || isAggregated(selected())) {
      GroupCompiler groups = new GroupCompiler(rows, query.groupBy(), outer, binding);
      select = select(groups);
      groups.check();
      aggregates = groups.aggregates();
    } else {
      select = select(rows);
    }
    List<RankComponent> ranks =
        query.ranked() ? RankComponent.compile(query, rows, binding) : List.of();
    OffsetLimit counts = new OffsetLimit(query);
    binding.onBind(counts::bind);
    return new CompiledQuery(
        query.from().isEmpty(),
        inner,
        sources.joins(),
        outer.size(),
        sources.aliases().size(),
        sources.rootAlias(),
        joinedSources(),
        query.where(),
        where,
        select,
        grouped ? List.of(rows.compile(query.groupBy())) : null,
        aggregates,
        query.ranked() ? RankComponent.order(ranks) : order(rows, sources, aggregates),
        ranks,
        query.distinct(),
        counts,
        isOfItems(sources, inner)
            ? CallsAhead.of(query.where(), perItem(), rows, binding.calls())
            : CallsAhead.NONE,
        binding);
  }

  /** Whether each of its rows is an item. */
  private boolean isOfItems(Sources sources, CompiledQuery inner) {
    return ofContainer
        && outer.size() == 0
        && inner == null
        && !query.from().isEmpty()
        && sources.joins().isEmpty();
  }

  /** What is evaluated for each item that passes the filter. */
  private List<Expression> perItem() {
    List<Expression> selected = selected();
    if (query.groupBy().isEmpty() && !isAggregated(selected)) {
      if (!query.ranked()) {
        query.orderBy().forEach(each -> selected.add(each.value()));
      }
      return selected;
    }
    List<Expression> all = new ArrayList<>(query.groupBy());
    selected.forEach(each -> addAggregated(each, all));
    return all;
  }

  /** The expressions of the SELECT; none if it selects everything. */
  private List<Expression> selected() {
    List<Expression> selected = new ArrayList<>();
    if (query.selection() instanceof Selection.Single single) {
      selected.add(single.value());
    } else if (query.selection() instanceof Selection.Items items) {
      items.items().forEach(item -> selected.add(item.value()));
    }
    return selected;
  }

  /** Adds what aggregates are made of. */
  private static void addAggregated(Expression expression, List<Expression> all) {
    if (expression instanceof Expression.Call call && Aggregate.isAggregate(call)) {
      all.addAll(call.arguments());
    } else {
      expression.children().forEach(each -> addAggregated(each, all));
    }
  }

  private static boolean isAggregated(List<Expression> selected) {
    return selected.stream().anyMatch(Aggregate::isIn);
  }

  private List<Source> joinedSources() {
    return query.from().isEmpty() ? List.of() : query.from().subList(1, query.from().size());
  }

  /** The query in the FROM that has to be run to its end first, or null if there is none. */
  private CompiledQuery inner() {
    if (!ofContainer || outer.size() > 0 || query.from().isEmpty()) {
      return null;
    }
    Source first = query.from().get(0);
    boolean whole =
        first.collection() instanceof Collection.Rows rows && BlockingQuery.needsAll(rows.query());
    return whole
        ? subquery(((Collection.Rows) first.collection()).query(), binding, outer, true)
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

  private List<SortKey> order(
      ExpressionCompiler rows, Sources sources, List<Aggregate> aggregates) {
    boolean oneResult = !aggregates.isEmpty() && query.groupBy().isEmpty();
    if (oneResult || query.orderBy().isEmpty()) {
      return List.of();
    }
    return new SortKeys(query, sources).compile(rows);
  }
}
