package dev.mayfly.query.interval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A set of index key values: intervals in ascending order that are not empty and neither overlap
 * nor touch, so that equal sets have equal intervals.
 */
public final class KeySet {
  public static final KeySet NONE = new KeySet(List.of());

  private final List<KeyInterval> intervals;

  private KeySet(List<KeyInterval> intervals) {
    this.intervals = List.copyOf(intervals);
  }

  /** The union of intervals, which come in any order and may overlap or be empty. */
  public static KeySet of(List<KeyInterval> any) {
    if (any.size() == 1) {
      return any.get(0).isEmpty() ? NONE : new KeySet(any);
    }
    List<KeyInterval> sorted = new ArrayList<>(any);
    sorted.removeIf(KeyInterval::isEmpty);
    sorted.sort(Comparator.comparing(KeyInterval::lower));
    List<KeyInterval> merged = new ArrayList<>(sorted.size());
    for (KeyInterval each : sorted) {
      KeyInterval last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && each.lower().compareTo(last.upper()) <= 0) {
        KeyBound upper = each.upper().compareTo(last.upper()) > 0 ? each.upper() : last.upper();
        merged.set(merged.size() - 1, new KeyInterval(last.lower(), upper));
      } else {
        merged.add(each);
      }
    }
    return new KeySet(merged);
  }

  public static KeySet of(KeyInterval... any) {
    return of(List.of(any));
  }

  /** In ascending order, apart from each other. */
  public List<KeyInterval> intervals() {
    return intervals;
  }

  public KeySet union(KeySet other) {
    List<KeyInterval> all = new ArrayList<>(intervals);
    all.addAll(other.intervals);
    return of(all);
  }

  public KeySet intersect(KeySet other) {
    List<KeyInterval> both = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < intervals.size() && j < other.intervals.size()) {
      KeyInterval left = intervals.get(i);
      KeyInterval right = other.intervals.get(j);
      KeyInterval common = left.intersect(right);
      if (!common.isEmpty()) {
        both.add(common);
      }
      if (left.upper().compareTo(right.upper()) < 0) {
        i++;
      } else {
        j++;
      }
    }
    return new KeySet(both);
  }

  public boolean isEmpty() {
    return intervals.isEmpty();
  }

  public boolean isSubsetOf(KeySet other) {
    return intersect(other).equals(this);
  }

  /** Whether it is a list of single values; so is the empty set. */
  public boolean isPoints() {
    for (KeyInterval each : intervals) {
      if (!each.isPoint()) {
        return false;
      }
    }
    return true;
  }

  /** Whether it holds exactly one value. */
  public boolean isPoint() {
    return intervals.size() == 1 && intervals.get(0).isPoint();
  }

  /** Whether one of its intervals begins or ends where the values of a type do. */
  public boolean isOpen() {
    return intervals.stream().anyMatch(KeyInterval::isOpen);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeySet set && intervals.equals(set.intervals);
  }

  @Override
  public int hashCode() {
    return intervals.hashCode();
  }

  @Override
  public String toString() {
    return intervals.toString();
  }
}
