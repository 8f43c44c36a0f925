package dev.mayfly.mongo.plan;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.mongo.aggregate.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Chooses the index for a query: the one with most equalities at its beginning, then with a range,
 * then in the order asked for. An index in order is read whole rather than sorting everything.
 */
public final class IndexChooser {
  /** More alternatives than this are not looked up one by one. */
  private static final int ALTERNATIVES_MAX = 100;

  private final List<ReadableIndex> indexes;
  private final OpenIndexes open;
  private final SortPattern sort;
  private final String hint;
  private final boolean simple;

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
      boolean simple) {
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
    static final Choice NONE = new Choice(List.of(), List.of());

    public boolean isOrdered() {
      return plans.size() == 1 && plans.get(0).ordered();
    }
  }

  /**
   * @param whole whether an index may be read from one end to the other
   */
  private IndexPlan best(Restrictions restrictions, boolean whole, SortPattern order) {
    IndexPlan best = null;
    int highest = 0;
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
      boolean useful = fit.isBounded() || whole && (plan.ordered() || hint != null);
      int score = fit.score(plan.ordered());
      boolean shorter =
          best != null && score == highest && each.paths().size() < best.index().paths().size();
      if (useful && (best == null || score > highest || shorter)) {
        best = plan;
        highest = score;
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
