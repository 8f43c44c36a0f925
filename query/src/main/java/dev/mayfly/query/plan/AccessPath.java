package dev.mayfly.query.plan;

import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeySet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A way by indexes to all items that meet a condition.
 *
 * @param accesses one, or one and more for each of some alternatives
 * @param rank how narrow it is by its form; the larger the better
 */
public record AccessPath(List<IndexAccess> accesses, int rank) {
  /** Only certain values of a path. */
  public static final int POINTS = 40;

  /** Values between two, or strings that begin alike. */
  private static final int BETWEEN = 20;

  /** All values after one, or of some types. */
  private static final int OPEN = 10;

  /** At most one item. */
  private static final int UNIQUE = 400;

  /** Of equal rank, the index with fewer paths is better. */
  static final Comparator<AccessPath> BEST_FIRST =
      Comparator.comparingInt(AccessPath::rank)
          .reversed()
          .thenComparingInt(path -> path.accesses.get(0).index().parts().size());

  /**
   * An index and which of its keys are read.
   *
   * @param ordering how it gives the order of the sort; null if it does not
   */
  public record IndexAccess(PathIndex index, IndexBounds bounds, IndexOrdering ordering) {
    public boolean isBackwards() {
      return ordering != null && ordering.backwards();
    }
  }

  public AccessPath {
    accesses = List.copyOf(accesses);
  }

  static AccessPath of(IndexAccess access) {
    IndexBounds bounds = access.bounds();
    int rank = 0;
    for (KeySet keys : bounds.keys()) {
      rank += keys.isPoints() ? POINTS : keys.isOpen() ? OPEN : BETWEEN;
    }
    boolean one =
        access.index().unique()
            && bounds.isPoints()
            && bounds.keys().size() == bounds.parts().size();
    return new AccessPath(List.of(access), one ? rank + UNIQUE : rank);
  }

  public boolean isOrdered() {
    return accesses.size() == 1 && accesses.get(0).ordering() != null;
  }

  /** Whether a whole index is read. */
  public boolean isWhole() {
    return accesses.size() == 1 && accesses.get(0).bounds().isWhole();
  }

  boolean reads(PathIndex index) {
    return accesses.stream().anyMatch(each -> each.index().equals(index));
  }

  /** How many ranges are read. */
  long ranges() {
    return accesses.stream().mapToLong(each -> each.bounds().size()).sum();
  }

  /** Whether another one reads the same keys of the same index, in whatever order. */
  boolean isSameAs(AccessPath other) {
    return accesses.size() == 1
        && other.accesses.size() == 1
        && accesses.get(0).index().equals(other.accesses.get(0).index())
        && accesses.get(0).bounds().equals(other.accesses.get(0).bounds());
  }

  /** Whether another one has bounds only on paths that have bounds here. */
  boolean covers(AccessPath other) {
    Set<List<String>> mine = bounded();
    return mine.containsAll(other.bounded())
        && other.accesses.stream()
            .allMatch(each -> each.index().arrays() == accesses.get(0).index().arrays());
  }

  private Set<List<String>> bounded() {
    Set<List<String>> paths = new HashSet<>();
    for (IndexAccess each : accesses) {
      IndexBounds bounds = each.bounds();
      bounds
          .parts()
          .subList(0, bounds.keys().size())
          .forEach(part -> paths.add(part.path().names()));
    }
    return paths;
  }
}
