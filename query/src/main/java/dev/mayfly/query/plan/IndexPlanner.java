package dev.mayfly.query.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses how a query reads: by which index, or by a scan. Access paths are ranked by their form
 * ({@link AccessPath#rank}); between several of them, and a scan, the number of rows decides
 * ({@link CostModel}), and whether a sort is spared.
 */
public final class IndexPlanner {
  /** What the order of an index is worth among ranks. */
  private static final int ORDERED = 30;

  private final PlanRules rules;
  private final CostModel cost;
  private final List<AccessPath> bounded;
  private final AccessPath ordered;
  private final Map<PathIndex, Optional<PathIndex>> looked = new LinkedHashMap<>();

  /**
   * @param condition what all items meet that pass the filter; null for nothing
   * @param sort none for any order
   * @param partitions in which items are
   */
  public IndexPlanner(
      PlanRules rules,
      Reading reading,
      PathCondition condition,
      List<IndexOrdering.SortKey> sort,
      List<EpkRange> partitions) {
    this.rules = requireNonNull(rules, "rules");
    this.cost = new CostModel(reading, this::ready, partitions, rules.isPaged());
    AccessPathFinder.Found found =
        new AccessPathFinder(rules, sort, this::ofAlternative).find(Conditions.of(condition));
    this.bounded = found.bounded();
    this.ordered = found.ordered();
  }

  private AccessPath ofAlternative(List<AccessPath> paths) {
    return rules.isPaged() || paths.size() == 1 ? paths.get(0) : fewest(paths);
  }

  private AccessPath fewest(List<AccessPath> paths) {
    return cost.fewest(paths, cost.limit(true, false)).path();
  }

  /** The access paths that the condition bounds, the best first. */
  public List<AccessPath> bounded() {
    return bounded;
  }

  /** The best access path in the order of the sort; null if there is none. */
  public AccessPath ordered() {
    return ordered;
  }

  /** After so many items a read in the order of an index is abandoned. */
  public long orderedItemsMax() {
    return cost.orderedItemsMax();
  }

  /** The index to read for one that serves; null if it does not exist yet. */
  public PathIndex ready(PathIndex index) {
    return looked
        .computeIfAbsent(index, each -> Optional.ofNullable(rules.ready(each)))
        .orElse(null);
  }

  public boolean isReady(AccessPath path) {
    boolean ready = true;
    for (IndexAccess each : path.accesses()) {
      // All are looked up, also if one is missing: they are requested together.
      ready &= ready(each.index()) != null;
    }
    return ready;
  }

  /**
   * Chooses an access path; null for a scan.
   *
   * @param streamed whether results are returned as they are found
   * @param counted whether items are only counted, by their index rows
   * @param reach how many results are read if each item is one
   */
  public AccessPath choose(boolean streamed, boolean counted, long reach) {
    if (bounded.isEmpty() && ordered == null) {
      return null;
    }
    return rules.isPaged() ? ofPage(streamed, counted, reach) : ofCursor();
  }

  private AccessPath ofCursor() {
    if (bounded.isEmpty()) {
      return ordered;
    }
    AccessPath best = bounded.get(0);
    boolean sorts =
        ordered != null && !ordered.isWhole() && ordered.rank() + ORDERED >= best.rank();
    return sorts ? ordered : inOrder(bounded.size() == 1 ? best : fewest(bounded));
  }

  private AccessPath ofPage(boolean streamed, boolean counted, long reach) {
    long size = cost.size();
    if (size < CostModel.SMALL_PARTITION) {
      return null;
    }
    if (bounded.size() == 1 && ordered == null && isReady(bounded.get(0))) {
      AccessPath only = bounded.get(0);
      if (counted || streamed && only.rank() >= AccessPath.POINTS) {
        return only; // its rows need not be counted twice, nor those of few values
      }
    }
    boolean large = size >= CostModel.LARGE_PARTITION;
    boolean sorted =
        ordered != null && large && reach <= cost.orderedItemsMax() && isReady(ordered);
    if (sorted && bounded.stream().allMatch(ordered::covers)) {
      return ordered;
    }
    List<AccessPath> ready = new ArrayList<>();
    for (AccessPath path : bounded) {
      if ((large || path.rank() >= AccessPath.POINTS) && isReady(path)) {
        ready.add(path);
      }
    }
    long limit = cost.limit(streamed, sorted);
    CostModel.Fewest fewest = cost.fewest(ready, limit);
    if (!ready.isEmpty() && (fewest.rows() < limit || cost.isIndexBest(streamed))) {
      return sorted ? inOrder(fewest.path()) : fewest.path();
    }
    return sorted ? ordered : null;
  }

  /** The access path in the order of the sort if it reads the same keys. */
  private AccessPath inOrder(AccessPath path) {
    return ordered != null && ordered.isSameAs(path) ? ordered : path;
  }

  /**
   * Explains a choice.
   *
   * @param chosen null for a scan
   */
  public Explanation explain(AccessPath chosen) {
    List<Explanation> rejected = new ArrayList<>();
    for (AccessPath each : bounded) {
      if (each != chosen && (chosen == null || !chosen.isSameAs(each))) {
        rejected.add(Explanation.of(each, cost.counted(each), List.of(), List.of()));
      }
    }
    if (ordered != null && chosen != ordered) {
      rejected.add(Explanation.of(ordered, cost.counted(ordered), List.of(), List.of()));
    }
    List<PathIndex> missing = new ArrayList<>();
    looked.forEach(
        (index, found) -> {
          if (found.isEmpty() && (chosen == null || !chosen.reads(index))) {
            missing.add(index);
          }
        });
    return chosen == null
        ? new Explanation(
            Explanation.Stage.SCAN, null, Explanation.NOT_COUNTED, List.of(), rejected, missing)
        : Explanation.of(chosen, cost.counted(chosen), rejected, missing);
  }
}
