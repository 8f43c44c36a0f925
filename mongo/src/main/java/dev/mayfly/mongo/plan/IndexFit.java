package dev.mayfly.mongo.plan;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.mongo.aggregate.SortPattern;
import java.util.ArrayList;
import java.util.List;

/** How well an index serves a query: the bounds that it can use, and whether it is in order. */
final class IndexFit {
  /** Reading more ranges than this is no better than reading everything. */
  private static final int RANGES_MAX = 10_000;

  private final ReadableIndex index;
  private final OpenIndex open;
  private final Restrictions restrictions;
  private final boolean simple;
  private final boolean multikey;
  private final List<Bounds> bounds = new ArrayList<>();

  /**
   * @param simple whether texts compare without a collation
   */
  IndexFit(ReadableIndex index, OpenIndex open, Restrictions restrictions, boolean simple) {
    this.index = index;
    this.open = open;
    this.restrictions = restrictions;
    this.simple = simple && index.spec().collation() == null;
    this.multikey = open.progress().multikey();
    fit();
  }

  private void fit() {
    List<Restriction> used = new ArrayList<>();
    long ranges = 1;
    for (String path : index.paths()) {
      List<Restriction> together = together(path, used);
      if (together.isEmpty()) {
        return;
      }
      Bounds found = together.get(0).bounds();
      for (Restriction each : together.subList(1, together.size())) {
        found = found.and(each.bounds());
      }
      ranges *= Math.max(1, found.intervals().size());
      if (ranges > RANGES_MAX) {
        return;
      }
      bounds.add(found);
      used.addAll(together);
      if (!found.isPoints()) {
        return;
      }
    }
  }

  /** The restrictions of a path whose bounds hold for one and the same key. */
  private List<Restriction> together(String path, List<Restriction> used) {
    List<Restriction> usable = new ArrayList<>(1);
    for (Restriction each : restrictions.on(path)) {
      boolean fits = simple || !each.textual();
      if (fits && (!multikey || used.stream().allMatch(each::isBeside))) {
        usable.add(each);
      }
    }
    if (!multikey || usable.size() < 2) {
      return usable;
    }
    Restriction best = usable.get(0);
    for (Restriction each : usable) {
      if (each.bounds().isPoints() && !best.bounds().isPoints()) {
        best = each;
      }
    }
    List<Restriction> together = new ArrayList<>(List.of(best));
    for (Restriction each : usable) {
      if (each != best && each.isOfOneKeyWith(best)) {
        together.add(each);
      }
    }
    return together;
  }

  /** Whether everything that can match has a key within the bounds. */
  boolean isComplete() {
    boolean partial = index.spec().partialFilter() != null;
    if (partial && !(simple && PartialIndexes.hold(index.spec().partialFilter(), restrictions))) {
      return false;
    }
    if (!index.spec().isSparse()) {
      return true;
    }
    return bounds.isEmpty()
        ? index.paths().stream().anyMatch(restrictions::demands)
        : bounds.stream().anyMatch(each -> !each.holdsNull());
  }

  boolean isBounded() {
    return !bounds.isEmpty();
  }

  /** More is better; among equals, the index with fewer paths. */
  int score(boolean ordered) {
    int score = 0;
    for (Bounds each : bounds) {
      score += each.isPoints() ? 40 : 20;
    }
    boolean one = index.spec().isUnique() && bounds.size() == index.paths().size();
    score += one && bounds.stream().allMatch(Bounds::isPoints) ? 400 : 0;
    score += ordered ? isBounded() ? 30 : 1 : 0;
    return score;
  }

  /** The plan; in the order of the sort if it can be. */
  IndexPlan plan(SortPattern sort) {
    Boolean backwards = sort == null ? null : direction(sort.fields());
    boolean ordered = backwards != null;
    return new IndexPlan(index, open, bounds, ordered && backwards, ordered);
  }

  /**
   * Whether reading backwards gives the order of a sort; null if neither way does. Within equal
   * keys documents stand in the order of their ids.
   */
  private Boolean direction(List<SortPattern.Field> sort) {
    boolean usable = simple && !open.progress().cut();
    if (!usable || multikey && (isBounded() || index.spec().isSparse())) {
      return null;
    }
    Boolean backwards = null;
    int part = 0;
    for (SortPattern.Field field : sort) {
      if (isFixed(field.path())) {
        continue;
      }
      while (part < index.paths().size() && isFixed(index.paths().get(part))) {
        part++;
      }
      boolean atId = part == index.paths().size() && field.path().equals("_id");
      if (!atId
          && (part == index.paths().size() || !index.paths().get(part).equals(field.path()))) {
        return null;
      }
      boolean against = field.descending() != (!atId && index.isDescending(part));
      if (backwards != null && backwards != against) {
        return null;
      }
      backwards = against;
      if (field.path().equals("_id")) {
        // Nothing that follows can make a difference.
        break;
      }
      part++;
    }
    return backwards == null ? Boolean.FALSE : backwards;
  }

  /** Whether all that is read has the same value at a path. */
  private boolean isFixed(String path) {
    int part = index.paths().indexOf(path);
    return part >= 0
        && part < bounds.size()
        && bounds.get(part).isPoints()
        && bounds.get(part).intervals().size() == 1;
  }
}
