package dev.mayfly.cosmos.query.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Values that a property may have: intervals in the order of an index, which neither overlap nor
 * touch.
 */
record KeySet(List<KeyInterval> intervals) {
  static final KeySet NONE = new KeySet(List.of());

  KeySet {
    intervals = List.copyOf(intervals);
  }

  static KeySet of(List<KeyInterval> any) {
    List<KeyInterval> sorted = new ArrayList<>(any);
    sorted.removeIf(KeyInterval::isEmpty);
    sorted.sort(Comparator.comparing(KeyInterval::from));
    List<KeyInterval> merged = new ArrayList<>();
    for (KeyInterval each : sorted) {
      KeyInterval last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && each.from().compareTo(last.to()) <= 0) {
        KeyEdge to = each.to().compareTo(last.to()) > 0 ? each.to() : last.to();
        merged.set(merged.size() - 1, new KeyInterval(last.from(), to));
      } else {
        merged.add(each);
      }
    }
    return new KeySet(merged);
  }

  static KeySet of(KeyInterval... any) {
    return of(List.of(any));
  }

  KeySet union(KeySet other) {
    List<KeyInterval> all = new ArrayList<>(intervals);
    all.addAll(other.intervals);
    return of(all);
  }

  /** Both lists are in order: one step along either of them each time. */
  KeySet intersect(KeySet other) {
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
      if (left.to().compareTo(right.to()) < 0) {
        i++;
      } else {
        j++;
      }
    }
    return new KeySet(both);
  }

  KeySet intersect(KeyInterval interval) {
    return intersect(new KeySet(List.of(interval)));
  }

  boolean isEmpty() {
    return intervals.isEmpty();
  }

  /** Whether it is a list of values. */
  boolean isPoints() {
    return intervals.stream().allMatch(KeyInterval::isPoint);
  }

  /** Whether there is one value only. */
  boolean isPoint() {
    return intervals.size() == 1 && isPoints();
  }
}
