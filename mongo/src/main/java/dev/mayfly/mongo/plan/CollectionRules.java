package dev.mayfly.mongo.plan;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.mongo.geo.GeoPaths;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.query.plan.Conditions;
import dev.mayfly.query.plan.IndexBounds;
import dev.mayfly.query.plan.IndexOrdering;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PlanRules;
import java.util.List;

/** How the indexes of a collection serve a query: hints, arrays, collations, gaps. */
final class CollectionRules implements PlanRules {
  /** Documents with equal keys are in the order of their ids. */
  private static final List<String> ID = List.of("_id");

  private final List<ReadableIndex> all;
  private final OpenIndexes open;
  private final String hint;
  private final boolean simple;

  /**
   * @param open as the engine has them now
   * @param hint the name of the only index that may be read; null for any
   * @param simple whether texts compare without a collation
   */
  CollectionRules(List<ReadableIndex> all, OpenIndexes open, String hint, boolean simple) {
    this.all = all;
    this.open = open;
    this.hint = hint;
    this.simple = simple;
  }

  IndexSpec spec(PathIndex index) {
    return all.stream().filter(each -> each.index() == index).findFirst().orElseThrow().spec();
  }

  OpenIndex open(PathIndex index) {
    return open.named(index.name());
  }

  private boolean isSimple(PathIndex index) {
    return simple && spec(index).collation() == null;
  }

  @Override
  public List<PathIndex> indexes() {
    return all.stream().filter(this::mayBeRead).map(ReadableIndex::index).toList();
  }

  private boolean mayBeRead(ReadableIndex each) {
    OpenIndex now = open(each.index());
    boolean there = now != null && now.ready() && now.index().isSame(each.index());
    boolean meant = hint == null ? !each.spec().isHidden() : hint.equals(each.spec().name());
    return there && meant;
  }

  @Override
  public PathIndex ready(PathIndex index) {
    return index;
  }

  @Override
  public boolean isMultikey(PathIndex index) {
    return open(index).progress().multikey();
  }

  @Override
  public boolean applies(PathIndex index, OnPath condition) {
    return !condition.textual() || isSimple(index);
  }

  @Override
  public boolean isComplete(PathIndex index, IndexBounds bounds, Conditions conditions) {
    boolean partial = index.filter() != null;
    if (partial && !(isSimple(index) && PartialIndexes.hold(index.filter(), conditions))) {
      return false;
    }
    if (index.function() != null) {
      return isComputedPartBounded(index, bounds);
    }
    if (!index.sparse()) {
      return true;
    }
    return bounds.isWhole()
        ? index.parts().stream()
            .anyMatch(part -> PartialIndexes.demand(conditions, part.path().names()))
        : bounds.keys().stream().anyMatch(each -> !Bounds.holdNull(each));
  }

  /** Documents without geometries are not in an index on them. */
  private static boolean isComputedPartBounded(PathIndex index, IndexBounds bounds) {
    for (int i = 0; i < bounds.keys().size(); i++) {
      if (GeoPaths.isGeometry(index.parts().get(i).path().names())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public IndexBounds inOrder(PathIndex index, IndexBounds bounds, IndexOrdering ordering) {
    boolean usable = isSimple(index) && !open(index).progress().cut();
    // Bounds and gaps may hide the element by which a document with an array is sorted.
    boolean hidden = isMultikey(index) && (!bounds.isWhole() || index.sparse());
    return usable && !hidden ? bounds : null;
  }

  @Override
  public List<String> tieBreaker() {
    return ID;
  }

  @Override
  public boolean isAutomatic() {
    return false;
  }

  @Override
  public boolean isHinted() {
    return hint != null;
  }

  @Override
  public boolean isPaged() {
    return false;
  }
}
