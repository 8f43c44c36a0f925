package dev.mayfly.query.plan;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import dev.mayfly.query.plan.IndexOrdering.SortKey;
import dev.mayfly.query.plan.PathCondition.AnyOf;
import dev.mayfly.query.plan.PathCondition.OnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonMinKey;

/** Finds the access paths by which indexes can serve conditions and a sort. */
final class AccessPathFinder {
  /** So few access paths are considered, and indexes requested, for one filter. */
  private static final int PATHS_MAX = 4;

  /** With more ranges a scan is no worse. */
  private static final int RANGES_MAX = 10_000;

  /** The same where each page makes all ranges anew. */
  private static final int PAGE_RANGES_MAX = 1_000;

  /** The same where an item may be in several ranges. */
  private static final int PAGE_UNION_MAX = 50;

  /** At this key an index of elements has the items that have too many keys. */
  private static final KeySet TOO_MANY = KeySet.of(KeyInterval.point(new BsonMinKey()));

  private final PlanRules rules;
  private final List<SortKey> sort;
  private final Function<List<AccessPath>, AccessPath> choice;
  private final int rangesMax;
  private final int unionRangesMax;

  /**
   * @param choice chooses one of the access paths of an alternative, of which the best is first
   */
  AccessPathFinder(
      PlanRules rules, List<SortKey> sort, Function<List<AccessPath>, AccessPath> choice) {
    this.rules = rules;
    this.sort = sort;
    this.choice = choice;
    this.rangesMax = rules.isPaged() ? PAGE_RANGES_MAX : RANGES_MAX;
    this.unionRangesMax = rules.isPaged() ? PAGE_UNION_MAX : RANGES_MAX;
  }

  /**
   * What was found.
   *
   * @param bounded the access paths that the conditions bound, the best first
   * @param ordered the best one in the order of the sort; null if there is none
   */
  record Found(List<AccessPath> bounded, AccessPath ordered) {}

  Found find(Conditions conditions) {
    List<Fit> fits = fits(conditions);
    List<AccessPath> bounded = bounded(fits, conditions, true);
    if (bounded.isEmpty() && rules.isHinted()) {
      fits.forEach(fit -> bounded.add(fit.path(null)));
    }
    return new Found(
        bounded.subList(0, Math.min(PATHS_MAX, bounded.size())), ordered(fits, conditions));
  }

  /** An index with its bounds and the conditions that set them. */
  private record Fit(PathIndex index, IndexBounds bounds, List<OnPath> used) {
    AccessPath path(IndexOrdering ordering) {
      return AccessPath.of(new IndexAccess(index, bounds, ordering));
    }
  }

  private List<Fit> fits(Conditions conditions) {
    List<Fit> fits = new ArrayList<>();
    for (PathIndex index : rules.indexes()) {
      Fit fit = fit(index, conditions);
      if (rules.isComplete(index, fit.bounds(), conditions)) {
        fits.add(fit);
      }
    }
    return fits;
  }

  private Fit fit(PathIndex index, Conditions conditions) {
    List<OnPath> used = new ArrayList<>();
    IndexBounds bounds =
        IndexBounds.fit(
            index.parts(),
            part -> {
              List<OnPath> together = together(index, conditions.on(part.path().names()), used);
              used.addAll(together);
              return together.stream().map(OnPath::keys).reduce(KeySet::intersect).orElse(null);
            },
            rangesMax);
    return new Fit(index, bounds, used);
  }

  /** Those of the conditions on a path which one and the same key of an item meets. */
  private List<OnPath> together(PathIndex index, List<OnPath> onPath, List<OnPath> used) {
    boolean multikey = rules.isMultikey(index);
    List<OnPath> usable = new ArrayList<>(onPath.size());
    for (OnPath each : onPath) {
      if (rules.applies(index, each) && (!multikey || used.stream().allMatch(each::isBeside))) {
        usable.add(each);
      }
    }
    if (!multikey || usable.size() < 2) {
      return usable;
    }
    OnPath best =
        usable.stream().filter(each -> each.keys().isPoints()).findFirst().orElse(usable.get(0));
    usable.removeIf(each -> each != best && !each.isOfOneKeyWith(best));
    return usable;
  }

  /**
   * @param others whether an alternative may be found by what holds for the others too, alone
   */
  private List<AccessPath> bounded(List<Fit> fits, Conditions conditions, boolean others) {
    List<AccessPath> paths = new ArrayList<>();
    List<AccessPath> ofOthers = new ArrayList<>();
    for (Fit fit : fits) {
      // What an automatic index does as well is left to it.
      int bounds = fit.bounds().keys().size();
      if (bounds > (rules.isAutomatic() ? 1 : 0)) {
        boolean own = conditions.own().stream().anyMatch(fit.used()::contains);
        (own ? paths : ofOthers).add(fit.path(null));
      }
    }
    if (rules.isAutomatic()) {
      conditions.own().forEach(on -> addSingle(on, paths));
    }
    boolean none = others && paths.isEmpty();
    for (AnyOf any : conditions.alternatives()) {
      addUnion(any, conditions, none, paths);
    }
    List<AccessPath> found = others && paths.isEmpty() ? ofOthers : paths;
    found.sort(AccessPath.BEST_FIRST);
    return found;
  }

  private void addSingle(OnPath on, List<AccessPath> paths) {
    boolean tooMany =
        on.keys().intervals().size() > (on.isOfElement() ? unionRangesMax - 1 : rangesMax);
    if (!tooMany) {
      PathIndex index = rules.automatic(on.path(), on.isOfElement());
      KeySet keys =
          on.isOfElement() && !on.keys().isEmpty() ? TOO_MANY.union(on.keys()) : on.keys();
      IndexBounds bounds = new IndexBounds(index.parts(), List.of(keys));
      paths.add(AccessPath.of(new IndexAccess(index, bounds, null)));
    }
  }

  /** An access path for each alternative, one after the other; none if one has none. */
  private void addUnion(AnyOf any, Conditions around, boolean others, List<AccessPath> paths) {
    List<IndexAccess> accesses = new ArrayList<>();
    int rank = AccessPath.POINTS;
    for (int i = 0; i < any.conditions().size(); i++) {
      Conditions alternative = around.of(any, i);
      List<AccessPath> found = bounded(fits(alternative), alternative, others);
      if (found.isEmpty()) {
        return;
      }
      AccessPath best = choice.apply(found);
      accesses.addAll(best.accesses());
      rank = Math.min(rank, best.rank());
    }
    AccessPath union = new AccessPath(accesses, rank);
    if (!accesses.isEmpty() && union.ranges() <= unionRangesMax) {
      paths.add(union);
    }
  }

  private AccessPath ordered(List<Fit> fits, Conditions conditions) {
    if (sort.isEmpty()) {
      return null;
    }
    List<AccessPath> ordered = new ArrayList<>();
    fits.forEach(fit -> addOrdered(fit, ordered));
    if (rules.isAutomatic()) {
      addOrdered(fit(rules.automatic(sort.get(0).path(), false), conditions), ordered);
    }
    return ordered.stream().min(AccessPath.BEST_FIRST).orElse(null);
  }

  private void addOrdered(Fit fit, List<AccessPath> ordered) {
    IndexOrdering ordering = IndexOrdering.of(fit.bounds(), sort, rules.tieBreaker());
    IndexBounds bounds =
        ordering == null ? null : rules.inOrder(fit.index(), fit.bounds(), ordering);
    if (bounds != null) {
      ordered.add(AccessPath.of(new IndexAccess(fit.index(), bounds, ordering)));
    }
  }
}
