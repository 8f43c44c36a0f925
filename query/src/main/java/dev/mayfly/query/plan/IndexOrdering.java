package dev.mayfly.query.plan;

import dev.mayfly.engine.index.PathIndex;
import java.util.List;

/**
 * That an index returns items in the order of a sort, when some of its parts have one value only.
 *
 * @param part the first part of the index that the sort is about; as many as there are if none is
 * @param backwards whether the index is read from its last key to its first
 */
public record IndexOrdering(int part, boolean backwards) {
  /**
   * A key of a sort.
   *
   * @param path the names that lead to it
   */
  public record SortKey(List<String> path, boolean descending) {}

  /**
   * How an index gives a sort; null if it does not.
   *
   * @param bounds which keys are read
   * @param tieBreaker the path by which items with equal keys are ordered, ascending; null if that
   *     is no path
   */
  public static IndexOrdering of(IndexBounds bounds, List<SortKey> sort, List<String> tieBreaker) {
    List<PathIndex.Part> parts = bounds.parts();
    Boolean backwards = null;
    int first = parts.size();
    int part = 0;
    for (SortKey key : sort) {
      if (isFixed(key.path(), bounds)) {
        continue;
      }
      while (part < parts.size() && bounds.isFixed(part)) {
        part++;
      }
      boolean atEnd = part == parts.size();
      boolean found =
          atEnd ? key.path().equals(tieBreaker) : parts.get(part).path().names().equals(key.path());
      if (!found) {
        return null;
      }
      boolean against = key.descending() != (!atEnd && parts.get(part).descending());
      if (backwards == null) {
        first = part;
        backwards = against;
      } else if (backwards != against) {
        return null;
      }
      if (key.path().equals(tieBreaker)) {
        break; // no two items have the same value there
      }
      part++;
    }
    return new IndexOrdering(first, backwards != null && backwards);
  }

  /** Whether all items have the same value at a path, so that it makes no difference. */
  private static boolean isFixed(List<String> path, IndexBounds bounds) {
    for (int part = 0; part < bounds.keys().size(); part++) {
      if (bounds.isFixed(part) && bounds.parts().get(part).path().names().equals(path)) {
        return true;
      }
    }
    return false;
  }
}
