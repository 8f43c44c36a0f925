package dev.mayfly.query.plan;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.plan.PathCondition.OnPath;
import java.util.List;

/** What a front end says about the indexes that one of its queries may read. */
public interface PlanRules {
  /** The indexes that are defined and may be read: the only one that a hint names, if there is. */
  List<PathIndex> indexes();

  /** Whether an index over a path is built when queries ask for it. */
  boolean isAutomatic();

  /**
   * That index.
   *
   * @param ofElements whether it has the elements of arrays
   */
  default PathIndex automatic(List<String> path, boolean ofElements) {
    throw new UnsupportedOperationException("automatic");
  }

  /** The index to read for one of these; null if it does not exist yet. */
  PathIndex ready(PathIndex index);

  /** Whether items have several keys in an index because of arrays. */
  boolean isMultikey(PathIndex index);

  /** Whether the keys of an index compare as a condition does. */
  boolean applies(PathIndex index, OnPath condition);

  /** Whether every item that meets the conditions has a key within the bounds. */
  boolean isComplete(PathIndex index, IndexBounds bounds, Conditions conditions);

  /**
   * The bounds within which an index returns items in the order of the language; null if it does
   * not.
   *
   * @param bounds that the conditions set
   * @param ordering how the index gives the sort by its paths
   */
  IndexBounds inOrder(PathIndex index, IndexBounds bounds, IndexOrdering ordering);

  /** The path by which items with equal keys are ordered; null if that is no path. */
  default List<String> tieBreaker() {
    return null;
  }

  /** Whether the index was named by the client and is read in any case, as a whole if need be. */
  default boolean isHinted() {
    return false;
  }

  /**
   * Whether the plan is for one page and later ones make it again from the query: it may begin anew
   * with another plan, so it may prefer a scan, and abandon an index that has the order but too few
   * results; choices within alternatives do not depend on the number of rows.
   */
  boolean isPaged();
}
