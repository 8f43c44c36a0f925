package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.container.ContainerJson;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.partition.EpkRange;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses between a scan and what indexes offer, by how many rows they have: the first so many of
 * each range are counted, which is cheap beside reading their items.
 *
 * <p>Constants: an item found through an index takes the time of about ten that a scan passes, so
 * what has more than a sixteenth of all items ({@code SHARE}) is scanned, unless the container is
 * small. A page of results is soon full, so a query that tells results as it finds them uses an
 * index in any case when there are more than {@code PROBE_ROWS} rows, and nobody counts further. An
 * ordered walk that has not found its results after an eighth of all items is given up.
 */
final class IndexPlanner {
  private static final int SHARE = 16;
  private static final long FEW_ITEMS = 200;
  private static final long PROBE_ROWS = 5_000;
  private static final int ORDERED_SHARE = 8;
  private static final long ORDERED_ITEMS = 2_000;

  /** So few items are sorted before an index is walked in its order past all others. */
  private static final long SORTED_ITEMS = 500;

  /** A partition with fewer items is scanned. */
  private static final long SMALL_PARTITION = 100;

  /** In one with fewer, only a walk over certain values is better than a scan. */
  private static final long LARGE_PARTITION = 1_000;

  private static final int PARTITIONS_MAX = 10;
  private static final int PROBED_RANGES_MAX = 50;

  /** So many indexes are asked for at most because of one filter. */
  private static final int WAYS_MAX = 4;

  private final CompiledQuery query;
  private final Reading reading;
  private final ReadPlan.Ranges scan;
  private final IndexLookup indexes;
  private final List<IndexAccess> ways;
  private final IndexOrder order;
  private final boolean counts;

  /**
   * What was chosen.
   *
   * @param otherwise what to do if an ordered walk is given up
   * @param itemsMax when that is
   * @param counted whether all that is asked for is how many items the plan finds
   */
  record Choice(ReadPlan plan, ReadPlan otherwise, long itemsMax, boolean counted, IndexUse use) {}

  private IndexPlanner(
      CompiledQuery query,
      Parameters parameters,
      Container container,
      Reading reading,
      ReadPlan.Ranges scan) {
    this.query = query;
    this.reading = reading;
    this.scan = scan;
    this.indexes = new IndexLookup(container);
    IndexCondition condition =
        query.filter() == null
            ? null
            : new ConditionFinder(query.paths(), parameters).find(query.filter());
    boolean any = condition != null || !query.order().isEmpty();
    List<List<PathIndex.Part>> composites =
        any ? CompositeIndexes.of(container.definition()) : List.of();
    List<IndexAccess> all =
        condition == null ? List.of() : new IndexChooser(composites).ways(condition);
    this.ways = all.subList(0, Math.min(all.size(), WAYS_MAX));
    // Values that JSON does not have stand somewhere else in an index than in the language.
    boolean onlyJson = !ContainerJson.isShared(container.definition());
    boolean everywhere = scan.ranges().equals(List.of(EpkRange.FULL));
    this.counts =
        onlyJson
            && everywhere
            && condition instanceof IndexCondition.OnPath on
            && on.exact()
            && query.isAggregated()
            && !query.isGrouped()
            && query.steps().isEmpty()
            && query.aggregates().stream().allMatch(Aggregate::countsRows);
    boolean sorts =
        onlyJson && !query.distinct() && !query.isGrouped() && scan.ranges().size() == 1;
    this.order = sorts ? new OrderChooser(query.order(), condition).choose(composites) : null;
  }

  /**
   * Chooses how to read.
   *
   * @param scan what to do without an index
   * @param from where the query goes on
   * @param begins whether this is the first page, which may choose freely
   * @param reach how many results are read if all is well
   */
  static Choice choose(
      CompiledQuery query,
      Parameters parameters,
      Container container,
      Reading reading,
      ReadPlan scan,
      QueryToken from,
      boolean begins,
      long reach) {
    boolean mayUse =
        scan instanceof ReadPlan.Ranges ranges
            && !ranges.ranges().isEmpty()
            && query.rootAlias() != null
            && query.inner() == null;
    if (!mayUse || !begins && from.plan() == 0) {
      return new Choice(scan, scan, 0, false, IndexUse.NONE);
    }
    IndexPlanner planner =
        new IndexPlanner(query, parameters, container, reading, (ReadPlan.Ranges) scan);
    return begins ? planner.begin(from, reach) : planner.goOn(from);
  }

  private Choice begin(QueryToken from, long reach) {
    if (ways.isEmpty() && order == null) {
      return scanned();
    }
    long size = size();
    if (size < SMALL_PARTITION) {
      return scanned();
    }
    boolean plain = ways.size() == 1 && order == null && isReady(ways.get(0));
    if (plain && (counts && reading.showsAll() || isPointed(ways.get(0)))) {
      // Rows that are only counted need not be counted before, nor those of few values.
      return choice(plan(ways.get(0)), scan, 0);
    }
    long count = reading.storedItems();
    long most = Math.max(ORDERED_ITEMS, count / ORDERED_SHARE);
    boolean walks =
        order != null && size >= LARGE_PARTITION && reach <= most && indexes.isReady(order.spec());
    if (walks && ways.stream().allMatch(order::covers)) {
      return choice(plan(order, from.position()), scan, most);
    }
    long many = Math.max(FEW_ITEMS, count / SHARE);
    long enough = query.isStreamed() ? PROBE_ROWS : walks ? SORTED_ITEMS : many;
    long limit = Math.min(many, enough);
    IndexAccess best = null;
    long fewest = Long.MAX_VALUE;
    for (IndexAccess way : ways) {
      boolean fits = size >= LARGE_PARTITION || way.rank() >= IndexAccess.POINTS;
      if (fits && isReady(way)) {
        long rows = rows(way, limit);
        best = rows < fewest ? way : best;
        fewest = Math.min(rows, fewest);
      }
    }
    boolean few = best != null && (fewest < limit || query.isStreamed() && limit < many);
    if (walks && !few) {
      return choice(plan(order, from.position()), scan, most);
    }
    ReadPlan narrowed = few ? plan(best) : scan;
    return choice(narrowed, narrowed, 0);
  }

  /** Whether results can be told as they are found at certain values. */
  private boolean isPointed(IndexAccess way) {
    return query.isStreamed() && way.rank() >= IndexAccess.POINTS;
  }

  /** The index that the pages before have used; if it is not there, what does as well. */
  private Choice goOn(QueryToken from) {
    if (order != null && order.signature() == from.plan() && !query.isStreamed()) {
      return indexes.isReady(order.spec())
          ? choice(
              plan(order, from.position()),
              scan,
              Math.max(ORDERED_ITEMS, reading.storedItems() / ORDERED_SHARE))
          : scanned();
    }
    // The others know by their results where they are, in whatever order they find them.
    boolean needsPlace =
        query.isStreamed() || (query.isGrouped() ? query.distinct() : query.isAggregated());
    for (IndexAccess way : ways) {
      if (way.signature() == from.plan()) {
        return needsPlace || isReady(way) ? choice(plan(way), scan, 0) : scanned();
      }
    }
    if (needsPlace) {
      throw QueryError.refused(
          "The continuation token is of an index that the container's indexing policy has no more:"
              + " begin the query again.");
    }
    return scanned();
  }

  private Choice scanned() {
    return choice(scan, scan, 0);
  }

  private Choice choice(ReadPlan plan, ReadPlan otherwise, long itemsMax) {
    Set<IndexSpec> utilized = new LinkedHashSet<>();
    if (plan instanceof ReadPlan.Index index) {
      for (IndexWalk walk : index.walks()) {
        utilized.add(new IndexSpec(walk.index().parts(), walk.index().arrays()));
      }
    }
    IndexUse use = new IndexUse(utilized, indexes.missing());
    boolean counted = counts && plan instanceof ReadPlan.Index;
    return new Choice(plan, otherwise, itemsMax, counted, use);
  }

  /** About how many items there are, if that is few; all partitions count as many. */
  private long size() {
    if (scan.ranges().size() > PARTITIONS_MAX) {
      return 0;
    }
    long size = 0;
    for (EpkRange range : scan.ranges()) {
      size += range.equals(EpkRange.FULL) ? LARGE_PARTITION : rows(range);
    }
    return size;
  }

  private long rows(EpkRange range) {
    return reading.itemRows(range, LARGE_PARTITION);
  }

  private boolean isReady(IndexAccess way) {
    boolean ready = true;
    for (IndexSpec spec : way.specs()) {
      // All are asked for, also if one is missing.
      ready &= indexes.isReady(spec);
    }
    return ready;
  }

  /** About how many rows a way leads past, up to a limit. */
  private long rows(IndexAccess way, long limit) {
    if (way.ranges().size() > PROBED_RANGES_MAX) {
      return Math.min(limit - 1, way.ranges().size());
    }
    List<IndexQuery> queries = new ArrayList<>();
    for (IndexAccess.Range range : way.ranges()) {
      String index = indexes.definition(range.spec()).name();
      for (EpkRange partition : scan.ranges()) {
        queries.add(new IndexQuery(index, range.range(), false, partition));
      }
    }
    return reading.indexRows(queries, limit);
  }

  private ReadPlan plan(IndexAccess way) {
    List<IndexWalk> walks = new ArrayList<>();
    for (EpkRange partition : scan.ranges()) {
      for (IndexAccess.Range range : way.ranges()) {
        PathIndex index = indexes.definition(range.spec());
        walks.add(new IndexWalk(index, range.range(), false, partition));
      }
    }
    return new ReadPlan.Index(walks, way.signature(), null);
  }

  private ReadPlan plan(IndexOrder by, SortPosition after) {
    return plan(by, by.ranges(after));
  }

  private ReadPlan plan(IndexOrder by, List<IndexRange> ranges) {
    List<IndexWalk> walks = new ArrayList<>();
    PathIndex index = indexes.definition(by.spec());
    EpkRange partition = scan.ranges().get(0);
    for (IndexRange range : ranges) {
      walks.add(new IndexWalk(index, range, by.backwards(), partition));
    }
    return new ReadPlan.Index(walks, by.signature(), by);
  }
}
