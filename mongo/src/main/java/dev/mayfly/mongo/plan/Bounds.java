package dev.mayfly.mongo.plan;

import dev.mayfly.mongo.bson.BsonOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of one path that documents can have which pass a test: some intervals, in ascending
 * order, none meeting another.
 *
 * @param exact whether a document passes the test if one of its keys is within
 */
record Bounds(List<Interval> intervals, boolean exact) {
  Bounds {
    intervals = List.copyOf(intervals);
  }

  /** Those of intervals in any order, which may meet. */
  static Bounds of(List<Interval> any, boolean exact) {
    List<Interval> sorted = new ArrayList<>(any);
    sorted.removeIf(Interval::isEmpty);
    sorted.sort(Interval::byLower);
    List<Interval> apart = new ArrayList<>(sorted.size());
    for (Interval each : sorted) {
      int last = apart.size() - 1;
      if (last >= 0 && apart.get(last).meets(each)) {
        apart.set(last, apart.get(last).or(each));
      } else {
        apart.add(each);
      }
    }
    return new Bounds(apart, exact);
  }

  /** Those of documents whose one key passes both tests. */
  Bounds and(Bounds other) {
    List<Interval> shared = new ArrayList<>();
    int mine = 0;
    int theirs = 0;
    while (mine < intervals.size() && theirs < other.intervals.size()) {
      Interval left = intervals.get(mine);
      Interval right = other.intervals.get(theirs);
      shared.add(left.and(right));
      if (endsFirst(left, right)) {
        mine++;
      } else {
        theirs++;
      }
    }
    return of(shared, exact && other.exact);
  }

  private static boolean endsFirst(Interval left, Interval right) {
    int uppers = BsonOrder.SIMPLE.compare(left.upper(), right.upper());
    return uppers < 0 || uppers == 0 && !left.toUpper();
  }

  boolean isPoints() {
    return intervals.stream().allMatch(Interval::isPoint);
  }

  /** Whether a document passes the test for being without a value. */
  boolean holdsNull() {
    return intervals.stream().anyMatch(Interval::holdsNull);
  }

  boolean isWithin(Bounds other) {
    return intervals.stream().allMatch(each -> other.intervals.stream().anyMatch(each::isWithin));
  }
}
