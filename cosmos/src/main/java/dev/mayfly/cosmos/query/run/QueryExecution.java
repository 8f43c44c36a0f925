package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Group;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.query.token.ResumeFilter;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.query.plan.Explanation;
import dev.mayfly.vector.VectorIndexes;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Runs one page of a query over the items of a container. */
public final class QueryExecution {
  /** Clients read no second page of what they fuse, whatever page size they ask for. */
  private static final int COMPONENT_ITEMS = 10_000;

  private final Container container;
  private final Function<Item, byte[]> form;
  private final CompiledQuery query;
  private final Scope scope;
  private final Parameters parameters;
  private final boolean begins;
  private final QueryToken from;
  private final PageBody page;
  private final PageLimits limits;
  private final RequestMemory memory;
  private final LongFunction<Reading> begin;
  private final AccessPlan scan;
  private final VectorIndexes vectors;

  /**
   * @param form what a query sees of an item
   * @param check which query this is, for its tokens
   * @param token from the page before, or null
   * @param resumption where a client resumes without one, or null
   * @param memory is charged with what the page holds while it is made
   * @param begin begins the reading, with the time until which it may last
   * @param vectors the indexes of vectors; null if all searches are exact
   */
  public QueryExecution(
      Container container,
      Function<Item, byte[]> form,
      CompiledQuery query,
      Parameters parameters,
      Scope scope,
      int check,
      String token,
      ResumeFilter resumption,
      PageLimits limits,
      RequestMemory memory,
      LongFunction<Reading> begin,
      VectorIndexes vectors) {
    this.vectors = vectors;
    this.memory = requireNonNull(memory, "memory");
    this.container = requireNonNull(container, "container");
    this.form = requireNonNull(form, "form");
    this.query = requireNonNull(query, "query");
    this.parameters = requireNonNull(parameters, "parameters");
    this.scope = requireNonNull(scope, "scope");
    this.begins = token == null;
    this.scan = ReadPlanner.plan(query, parameters, scope);
    QueryToken.Owner owner = QueryToken.Owner.of(check, container);
    QueryToken start =
        resumption == null
            ? QueryToken.start(owner)
            : resumption.start(owner, container, query.order());
    this.from = token == null ? start : QueryToken.decode(token, owner).in(scope.range());
    this.limits = query.isComponent() ? limits.withItems(COMPONENT_ITEMS) : limits;
    this.page = new PageBody(Directory.rid(container), this.limits.items());
    this.begin = requireNonNull(begin, "begin");
    query.texts().use(container.definition());
  }

  /** Whether a query reads one logical partition only. */
  public static boolean isOnePartition(CompiledQuery query, Parameters parameters, Scope scope) {
    return query.constant() || ReadPlanner.isOnePartition(query, parameters, scope.definition());
  }

  public QueryPage page() {
    if (isContainerCount() && from.states().isEmpty()) {
      return countOfAll();
    }
    Reading reading = begin.apply(limits.pageEnd());
    query.budget().chargeTo(memory);
    query.budget().endAt(limits.wholeEnd());
    if (query.constant()) {
      return MaterializedPage.ofConstant(context(reading, (AccessPlanner.Choice) null));
    }
    QueryPage nearest =
        vectors == null
            ? null
            : NearestPage.run(container, query, vectors, reading, scan, by -> context(reading, by));
    if (nearest != null) {
      return nearest;
    }
    AccessPlanner.Choice choice = choose(reading);
    try {
      return read(context(reading, choice));
    } finally {
      // Indexes that would have served are requested when the page is done.
      choice.explanation().missing().forEach(container::requestIndex);
    }
  }

  /** The context of an attempt that may be given up, with a page of its own. */
  private PageContext context(Reading reading, AccessPlan by) {
    Explanation explanation = Explanation.of(Explanation.Stage.IDS);
    AccessPlanner.Choice choice = new AccessPlanner.Choice(by, by, 0, false, explanation);
    PageBody own = new PageBody(Directory.rid(container), limits.items());
    return new PageContext(container, form, query, scope, from, own, limits, reading, choice);
  }

  private PageContext context(Reading reading, AccessPlanner.Choice choice) {
    return new PageContext(container, form, query, scope, from, page, limits, reading, choice);
  }

  private AccessPlanner.Choice choose(Reading reading) {
    long reach =
        query.offset() + Math.max(0, Math.min(limits.items(), query.limit() - from.emitted()));
    return AccessPlanner.choose(query, parameters, container, reading, scan, from, begins, reach);
  }

  private QueryPage read(PageContext context) {
    if (!query.ranks().isEmpty()) {
      TextStatistics.find(context);
    }
    if (query.inner() != null || query.isGrouped() && query.distinct()) {
      return MaterializedPage.run(context);
    } else if (query.isGrouped()) {
      return SortedPage.ofGroups(context);
    } else if (query.isAggregated()) {
      QueryPage statistics = TextStatistics.page(context);
      return statistics == null ? AggregatedPage.run(context) : statistics;
    } else if (query.ranks().size() > 1) {
      return FusedPage.run(context);
    }
    return query.isStreamed() ? StreamedPage.run(context) : SortedPage.run(context);
  }

  /** Whether all that is asked for is the number of items, which is known without a scan. */
  private boolean isContainerCount() {
    return !container.isView()
        && query.isAggregated()
        && query.where() == null
        && query.rootAlias() != null
        && query.joins().isEmpty()
        && !query.isGrouped()
        && query.inner() == null
        && scope.isAll()
        && query.aggregates().stream().allMatch(Aggregate::countsRows);
  }

  private QueryPage countOfAll() {
    PageContext context = context(null, (AccessPlanner.Choice) null);
    Aggregate.State counted = new Aggregate.State(container.count(), 0, Value.UNDEFINED, false);
    List<Aggregate.State> states = Collections.nCopies(query.aggregates().size(), counted);
    context.addResult(new Group(query, CompiledQuery.NO_ROW, states));
    return context.finish(null, Charges.queryPage(0), 0, 0);
  }
}
