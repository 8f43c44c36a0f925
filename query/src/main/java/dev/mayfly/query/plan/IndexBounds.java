package dev.mayfly.query.plan;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonValue;

/**
 * Which keys of an index a query reads: a set of values for each of the first parts. All sets but
 * the last are lists of points, so that the keys are contiguous ranges of the index.
 *
 * @param parts of the index
 * @param keys of the first parts; none to read the whole index
 */
public record IndexBounds(List<PathIndex.Part> parts, List<KeySet> keys) {
  public IndexBounds {
    parts = List.copyOf(parts);
    keys = List.copyOf(keys);
    if (keys.size() > parts.size()) {
      throw new IllegalArgumentException(keys.size() + " sets for " + parts.size() + " parts");
    }
    for (int i = 0; i < keys.size() - 1; i++) {
      if (!keys.get(i).isPoints()) {
        throw new IllegalArgumentException("part " + i + " is a range, and others follow");
      }
    }
  }

  /**
   * The bounds that conditions set: those of the first parts, up to one that is a range.
   *
   * @param condition the values that a part may have, given the parts before it; null for any
   * @param rangesMax a part with which there would be more ranges is left out
   */
  public static IndexBounds fit(
      List<PathIndex.Part> parts, Function<PathIndex.Part, KeySet> condition, long rangesMax) {
    List<KeySet> keys = new ArrayList<>(parts.size());
    long ranges = 1;
    for (PathIndex.Part part : parts) {
      KeySet found = condition.apply(part);
      if (found == null) {
        break;
      }
      ranges *= Math.max(1, found.intervals().size());
      if (ranges > rangesMax) {
        break;
      }
      keys.add(found);
      if (!found.isPoints()) {
        break;
      }
    }
    return new IndexBounds(parts, keys);
  }

  /** Whether the whole index is read. */
  public boolean isWhole() {
    return keys.isEmpty();
  }

  /** Whether each bounded part has certain values only. */
  public boolean isPoints() {
    return keys.isEmpty() || keys.get(keys.size() - 1).isPoints();
  }

  /** Whether all keys that are read have the same value of a part. */
  public boolean isFixed(int part) {
    return part < keys.size() && keys.get(part).isPoint();
  }

  /** How many ranges there are. */
  public long size() {
    long ranges = 1;
    for (KeySet each : keys) {
      ranges *= each.intervals().size();
    }
    return ranges;
  }

  /** Those of the first parts only. */
  public IndexBounds first(int count) {
    return count >= keys.size() ? this : new IndexBounds(parts, keys.subList(0, count));
  }

  /** The ranges in ascending order of the values; none has a key of another one. */
  public List<IndexRange> ranges() {
    return ranges(false);
  }

  /** The ranges in the order in which a scan of the index passes them. */
  public List<IndexRange> rangesInOrder(boolean backwards) {
    List<IndexRange> ranges = ranges(true);
    if (backwards) {
      Collections.reverse(ranges);
    }
    return ranges;
  }

  private List<IndexRange> ranges(boolean asInIndex) {
    List<List<BsonValue>> equal = new ArrayList<>();
    equal.add(List.of());
    for (int part = 0; part < keys.size() - 1; part++) {
      equal = product(equal, intervals(part, asInIndex));
    }
    List<IndexRange> ranges = new ArrayList<>();
    for (List<BsonValue> values : equal) {
      if (keys.isEmpty()) {
        ranges.add(IndexRange.ALL);
      } else {
        intervals(keys.size() - 1, asInIndex).forEach(each -> ranges.add(each.range(values)));
      }
    }
    return ranges;
  }

  private static List<List<BsonValue>> product(
      List<List<BsonValue>> equal, List<KeyInterval> points) {
    List<List<BsonValue>> longer = new ArrayList<>(equal.size() * points.size());
    for (List<BsonValue> values : equal) {
      for (KeyInterval point : points) {
        List<BsonValue> next = new ArrayList<>(values.size() + 1);
        next.addAll(values);
        next.add(point.lower().value());
        longer.add(next);
      }
    }
    return longer;
  }

  private List<KeyInterval> intervals(int part, boolean asInIndex) {
    List<KeyInterval> intervals = keys.get(part).intervals();
    if (!asInIndex || !parts.get(part).descending() || intervals.size() < 2) {
      return intervals;
    }
    List<KeyInterval> reversed = new ArrayList<>(intervals);
    Collections.reverse(reversed);
    return reversed;
  }
}
