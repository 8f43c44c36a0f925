package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.query.plan.AccessPath;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import dev.mayfly.query.plan.Conditions;
import dev.mayfly.query.plan.Explanation;
import dev.mayfly.query.plan.IndexOrdering;
import dev.mayfly.query.plan.IndexPlanner;
import dev.mayfly.query.plan.PathCondition;
import dev.mayfly.text.fulltext.FullTextKeys;
import java.util.ArrayList;
import java.util.List;

/** Has a page planned: translates the query for the planner, and its choice into a plan. */
final class AccessPlanner {
  private final CompiledQuery query;
  private final Reading reading;
  private final ReadPlan.Partitions scan;
  private final IndexPlanner planner;
  private final boolean counts;
  private final int keyAt;

  /**
   * What was chosen.
   *
   * @param otherwise what to do if a read in the order of an index is abandoned
   * @param itemsMax when that is
   * @param counted whether all that is asked for is how many items the plan finds
   */
  record Choice(
      AccessPlan plan,
      AccessPlan otherwise,
      long itemsMax,
      boolean counted,
      Explanation explanation) {}

  private AccessPlanner(
      CompiledQuery query,
      Parameters parameters,
      Container container,
      Reading reading,
      ReadPlan.Partitions scan) {
    this.query = query;
    this.reading = reading;
    this.scan = scan;
    PathCondition condition =
        query.filter() == null
            ? null
            : new ConditionFinder(
                    IndexPaths.of(query),
                    parameters,
                    FullTextIndexes.of(query.texts().policy(), reading))
                .find(query.filter());
    // Values that JSON does not have stand somewhere else in an index than in the language.
    boolean onlyJson = !DefinitionParts.isShared(container.definition());
    boolean everywhere = scan.ranges().equals(List.of(EpkRange.FULL));
    this.counts =
        onlyJson
            && everywhere
            && condition instanceof PathCondition.OnPath on
            && on.exact()
            && query.isAggregated()
            && !query.isGrouped()
            && query.joins().isEmpty()
            && query.aggregates().stream().allMatch(Aggregate::countsRows);
    boolean sorts =
        onlyJson && !query.distinct() && !query.isGrouped() && scan.ranges().size() == 1;
    List<Integer> varying = sorts ? varying(Conditions.of(condition)) : List.of();
    this.keyAt = varying.isEmpty() ? 0 : varying.get(0);
    List<IndexOrdering.SortKey> sort = new ArrayList<>(varying.size());
    for (int each : varying) {
      CompiledQuery.SortKey key = query.order().get(each);
      sort.add(new IndexOrdering.SortKey(key.path(), key.descending()));
    }
    this.planner =
        condition == null && sort.isEmpty()
            ? null
            : new IndexPlanner(
                new ContainerRules(
                    index -> FullTextKeys.isIndex(index) ? index : container.readyIndex(index),
                    IndexNames.composites(container.definition()),
                    query.texts().policy()),
                reading,
                condition,
                sort,
                scan.ranges());
  }

  /** The sort keys of which the filter leaves more than one value; none if not all are indexed. */
  private List<Integer> varying(Conditions conditions) {
    List<Integer> varying = new ArrayList<>();
    for (int i = 0; i < query.order().size(); i++) {
      CompiledQuery.SortKey key = query.order().get(i);
      if (!isOfProperty(key)) {
        return List.of();
      }
      boolean fixed =
          conditions.on(key.path()).stream()
              .anyMatch(on -> !on.isOfElement() && on.keys().isPoint());
      if (!fixed) {
        varying.add(i);
      }
    }
    return varying;
  }

  private static boolean isOfProperty(CompiledQuery.SortKey key) {
    return key.path() != null
        && key.stored()
        && !key.path().contains("[]")
        && IndexPaths.canBeIndexed(key.path());
  }

  /**
   * Chooses how to read.
   *
   * @param scan what to do without an index
   * @param from where the query resumes
   * @param begins whether this is the first page, which may choose freely
   * @param reach how many results are read if all is well
   */
  static Choice choose(
      CompiledQuery query,
      Parameters parameters,
      Container container,
      Reading reading,
      AccessPlan scan,
      QueryToken from,
      boolean begins,
      long reach) {
    boolean mayUse =
        scan.reads() instanceof ReadPlan.Partitions ranges
            && !ranges.ranges().isEmpty()
            && query.rootAlias() != null
            && query.inner() == null;
    if (!mayUse || !begins && from.plan() == 0) {
      return new Choice(scan, scan, 0, false, Explanation.of(Explanation.Stage.SCAN));
    }
    AccessPlanner planner =
        new AccessPlanner(
            query, parameters, container, reading, (ReadPlan.Partitions) scan.reads());
    return planner.choice(begins ? planner.begin(reach) : planner.resume(from), from);
  }

  private AccessPath begin(long reach) {
    return planner == null
        ? null
        : planner.choose(query.isStreamed(), counts && reading.showsAll(), reach);
  }

  /** The index that the pages before have used; null if a scan does as well without it. */
  private AccessPath resume(QueryToken from) {
    AccessPath ordered = planner == null ? null : planner.ordered();
    if (ordered != null && !query.isStreamed() && order(ordered).signature() == from.plan()) {
      return planner.isReady(ordered) ? ordered : null;
    }
    // The others know by their results where they are, in whatever order they find them.
    boolean needsPlace =
        query.isStreamed() || (query.isGrouped() ? query.distinct() : query.isAggregated());
    for (AccessPath path : planner == null ? List.<AccessPath>of() : planner.bounded()) {
      if (AccessPlan.signature(path) == from.plan()) {
        return needsPlace || planner.isReady(path) ? path : null;
      }
    }
    if (needsPlace) {
      throw QueryError.refused(
          "The continuation token is of an index that the container's indexing policy has no more:"
              + " begin the query again.");
    }
    return null;
  }

  /**
   * @param chosen null for a scan
   */
  private Choice choice(AccessPath chosen, QueryToken from) {
    AccessPlan scanned = AccessPlan.of(scan, false);
    Explanation explanation =
        planner == null ? Explanation.of(Explanation.Stage.SCAN) : planner.explain(chosen);
    if (chosen == null) {
      return new Choice(scanned, scanned, 0, false, explanation);
    }
    List<IndexScan> scans = new ArrayList<>();
    if (chosen.isOrdered()) {
      IndexOrder order = order(chosen);
      PathIndex index = planner.ready(order.index());
      for (IndexRange range : order.ranges(from.position())) {
        scans.add(IndexScan.of(index, range, order.backwards(), scan.ranges().get(0)));
      }
      AccessPlan plan =
          new AccessPlan(new ReadPlan.Indexes(scans), false, order.signature(), order);
      return new Choice(plan, scanned, planner.orderedItemsMax(), counts, explanation);
    }
    for (EpkRange partition : scan.ranges()) {
      for (IndexAccess each : chosen.accesses()) {
        PathIndex ready = planner.ready(each.index());
        PathIndex index = ready == null ? each.index() : ready;
        for (IndexRange range : each.bounds().ranges()) {
          scans.add(IndexScan.of(index, range, false, partition));
        }
      }
    }
    AccessPlan plan =
        new AccessPlan(new ReadPlan.Indexes(scans), false, AccessPlan.signature(chosen), null);
    return new Choice(plan, plan, 0, counts, explanation);
  }

  private IndexOrder order(AccessPath ordered) {
    return IndexOrder.of(ordered.accesses().get(0), keyAt, query.order().get(keyAt).descending());
  }
}
