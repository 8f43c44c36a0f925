package dev.mayfly.mongo.plan;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.mongo.aggregate.SortPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Chooses the index for a query: the one with most equalities at its beginning, then with a range,
 * then in the order asked for. If several would do and that one has many keys, the one with fewest
 * is read. An index in order is read whole rather than sorting everything.
 */
public final class IndexChooser {
  /** More alternatives than this are not looked up one by one. */
  private static final int ALTERNATIVES_MAX = 100;

  /** With fewer keys it is not worth counting those of another index. */
  private static final long FEW_KEYS = 100;

  /** How many keys are counted at most. */
  private static final long COUNTED_KEYS = 2_000;

  private static final int COUNTED_INDEXES = 5;

  private final List<ReadableIndex> indexes;
  private final OpenIndexes open;
  private final SortPattern sort;
  private final String hint;
  private final boolean simple;
  private final KeyCounts counts;

  /** Counts the keys that a plan reads. */
  @FunctionalInterface
  public interface KeyCounts {
    /** How many there are about, up to a limit. */
    long keys(IndexPlan plan, long limit);
  }

  /**
   * @param open as the engine has them now
   * @param sort null for any order
   * @param hint the name of the only index that may be read; null for any
   * @param simple whether texts compare without a collation
   */
  public IndexChooser(
      List<ReadableIndex> indexes,
      OpenIndexes open,
      SortPattern sort,
      String hint,
      boolean simple,
      KeyCounts counts) {
    this.counts = counts;
    this.indexes = indexes;
    this.open = open;
    this.sort = sort;
    this.hint = hint;
    this.simple = simple;
  }

  /** The plans to follow one after the other; none if everything must be read. */
  public Choice choose(BsonDocument filter) {
    Restrictions restrictions = Restrictions.of(filter);
    IndexPlan best = best(restrictions, hint != null || sort != null, sort);
    if (best != null && (!best.bounds().isEmpty() || hint != null)) {
      return new Choice(List.of(best), List.of());
    }
    for (BsonArray alternatives : restrictions.alternatives()) {
      Choice choice = each(alternatives, restrictions);
      if (choice != null) {
        return choice;
      }
    }
    return best == null ? Choice.NONE : new Choice(List.of(best), List.of());
  }

  /**
   * What was chosen.
   *
   * @param plans none if everything must be read
   * @param branches what each plan finds, where there is more than one
   */
  public record Choice(List<IndexPlan> plans, List<BsonDocument> branches) {
    public static final Choice NONE = new Choice(List.of(), List.of());

    /** Whether less than a whole index is read. */
    public boolean isBounded() {
      return plans.stream().anyMatch(plan -> !plan.bounds().isEmpty());
    }

    public boolean isOrdered() {
      return plans.size() == 1 && plans.get(0).ordered();
    }
  }

  /**
   * @param whole whether an index may be read from one end to the other
   */
  private IndexPlan best(Restrictions restrictions, boolean whole, SortPattern order) {
    List<Scored> useful = new ArrayList<>();
    for (ReadableIndex each : indexes) {
      OpenIndex now = open.named(each.index().name());
      boolean there = now != null && now.ready() && now.index().isSame(each.index());
      boolean meant = hint == null ? !each.spec().isHidden() : hint.equals(each.spec().name());
      if (!there || !meant) {
        continue;
      }
      IndexFit fit = new IndexFit(each, now, restrictions, simple);
      if (!fit.isComplete()) {
        continue;
      }
      IndexPlan plan = fit.plan(order);
      if (fit.isBounded() || whole && (plan.ordered() || hint != null)) {
        useful.add(new Scored(plan, fit.score(plan.ordered())));
      }
    }
    useful.sort(Scored.BEST_FIRST);
    boolean counted =
        useful.size() > 1
            && useful.stream().noneMatch(each -> each.plan().ordered())
            && useful.stream().noneMatch(each -> each.plan().bounds().isEmpty());
    if (counted) {
      return fewest(useful);
    }
    return useful.isEmpty() ? null : useful.get(0).plan();
  }

  private record Scored(IndexPlan plan, int score) {
    static final Comparator<Scored> BEST_FIRST =
        Comparator.comparingInt(Scored::score)
            .reversed()
            .thenComparing(each -> each.plan().index().paths().size());
  }

  private IndexPlan fewest(List<Scored> useful) {
    IndexPlan best = useful.get(0).plan();
    if (counts.keys(best, FEW_KEYS) < FEW_KEYS) {
      return best;
    }
    long fewest = counts.keys(best, COUNTED_KEYS);
    for (Scored each : useful.subList(1, Math.min(useful.size(), COUNTED_INDEXES))) {
      long keys = counts.keys(each.plan(), fewest);
      if (keys < fewest) {
        fewest = keys;
        best = each.plan();
      }
    }
    return best;
  }

  /** A plan for each alternative; null if one has none. */
  private Choice each(BsonArray alternatives, Restrictions around) {
    if (alternatives.size() > ALTERNATIVES_MAX) {
      return null;
    }
    List<IndexPlan> plans = new ArrayList<>();
    List<BsonDocument> branches = new ArrayList<>();
    for (BsonValue branch : alternatives) {
      IndexPlan plan = best(around.and(branch.asDocument()), false, null);
      if (plan == null) {
        return null;
      }
      plans.add(plan);
      branches.add(branch.asDocument());
    }
    return new Choice(plans, branches);
  }
}
