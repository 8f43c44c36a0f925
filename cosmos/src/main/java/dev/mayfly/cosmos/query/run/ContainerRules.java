package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.fulltext.FullTextPolicy;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.Conditions;
import dev.mayfly.query.plan.IndexBounds;
import dev.mayfly.query.plan.IndexOrdering;
import dev.mayfly.query.plan.PathCondition.OnPath;
import dev.mayfly.query.plan.PlanRules;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How the indexes of a container serve a query: the composite ones of its policy, and one over each
 * path that a query asks for.
 */
final class ContainerRules implements PlanRules {
  /** Where the values before it take more, a key may be truncated before it decides the order. */
  private static final int EQUAL_BYTES_MAX = 512;

  private final UnaryOperator<PathIndex> ready;
  private final List<PathIndex> composites = new ArrayList<>();
  private final FullTextPolicy texts;

  /** The rules of a container without full text indexes. */
  ContainerRules(UnaryOperator<PathIndex> ready, List<List<PathIndex.Part>> policy) {
    this(ready, policy, FullTextPolicy.NONE);
  }

  /**
   * @param ready the index that can be read for an automatic one; null if there is none
   * @param policy the parts of its composite indexes
   * @param texts its full text indexes
   */
  ContainerRules(
      UnaryOperator<PathIndex> ready, List<List<PathIndex.Part>> policy, FullTextPolicy texts) {
    this.texts = texts;
    this.ready = ready;
    policy.forEach(parts -> composites.add(PathIndex.automatic(parts, PathIndex.Arrays.WHOLE)));
  }

  @Override
  public List<PathIndex> indexes() {
    return composites;
  }

  @Override
  public boolean isAutomatic() {
    return true;
  }

  @Override
  public PathIndex automatic(List<String> path, boolean ofElements) {
    PathIndex ofTexts = FullTextIndexes.index(path, texts);
    return ofTexts == null ? IndexNames.over(path, ofElements) : ofTexts;
  }

  @Override
  public PathIndex ready(PathIndex index) {
    return ready.apply(index);
  }

  /** Items have one key, except where elements are looked for, one condition at a time. */
  @Override
  public boolean isMultikey(PathIndex index) {
    return false;
  }

  @Override
  public boolean applies(PathIndex index, OnPath condition) {
    return !condition.isOfElement();
  }

  @Override
  public boolean isComplete(PathIndex index, IndexBounds bounds, Conditions conditions) {
    return true;
  }

  /** {@link IndexOrder} reads single values of the first paths and then those of the sort key. */
  @Override
  public IndexBounds inOrder(PathIndex index, IndexBounds bounds, IndexOrdering ordering) {
    int bytes = 0;
    for (KeySet each : bounds.keys().subList(0, ordering.part())) {
      bytes += KeyEncoder.encode(each.intervals().get(0).lower().value()).length;
    }
    return bytes > EQUAL_BYTES_MAX ? null : bounds.first(ordering.part() + 1);
  }

  @Override
  public boolean isPaged() {
    return true;
  }
}
