package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.run.IndexCondition.AllOf;
import dev.mayfly.cosmos.query.run.IndexCondition.AnyOf;
import dev.mayfly.cosmos.query.run.IndexCondition.OnPath;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonMinKey;
import org.bson.BsonValue;

/** Finds the ways in which indexes can serve a condition, the most promising first. */
final class IndexChooser {
  /** More ranges than this are not worth it. */
  static final int RANGES_MAX = 1_000;

  /** Each item of an array's index is held against all ranges before. */
  private static final int MEMBER_RANGES_MAX = 50;

  private final List<List<PathIndex.Part>> composites;

  /**
   * @param composites the parts of the composite indexes that the container's policy has
   */
  IndexChooser(List<List<PathIndex.Part>> composites) {
    this.composites = composites;
  }

  /** The ways, each of which finds all items that meet the condition. */
  List<IndexAccess> ways(IndexCondition condition) {
    List<IndexAccess> ways = new ArrayList<>();
    List<IndexCondition> parts =
        condition instanceof AllOf all ? all.conditions() : List.of(condition);
    List<OnPath> onPaths = onPaths(parts);
    for (List<PathIndex.Part> composite : composites) {
      add(ways, composite(composite, onPaths));
    }
    for (IndexCondition part : parts) {
      if (part instanceof OnPath on) {
        add(ways, single(on));
      } else if (part instanceof AnyOf any) {
        add(ways, union(any));
      }
    }
    ways.sort(Comparator.comparingInt(IndexAccess::rank).reversed());
    return ways;
  }

  private static void add(List<IndexAccess> ways, IndexAccess way) {
    if (way != null) {
      ways.add(way);
    }
  }

  private static List<OnPath> onPaths(List<IndexCondition> parts) {
    List<OnPath> found = new ArrayList<>();
    for (IndexCondition part : parts) {
      if (part instanceof OnPath on && !on.members()) {
        found.add(on);
      }
    }
    return found;
  }

  static OnPath onPath(IndexCondition condition, List<String> path) {
    List<IndexCondition> parts =
        condition instanceof AllOf all
            ? all.conditions()
            : condition == null ? List.of() : List.of(condition);
    return find(onPaths(parts), path);
  }

  private static OnPath find(List<OnPath> found, List<String> path) {
    return found.stream().filter(on -> on.path().equals(path)).findFirst().orElse(null);
  }

  private static IndexAccess single(OnPath on) {
    IndexSpec spec = IndexSpec.over(on.path(), on.members());
    List<IndexAccess.Range> ranges = new ArrayList<>();
    if (on.members() && !on.keys().isEmpty()) {
      // What has too many keys.
      ranges.add(new IndexAccess.Range(spec, IndexRange.equalTo(new BsonMinKey())));
    }
    for (KeyInterval interval : on.keys().intervals()) {
      ranges.add(new IndexAccess.Range(spec, interval.after(List.of())));
    }
    boolean tooMany = ranges.size() > (on.members() ? MEMBER_RANGES_MAX : RANGES_MAX);
    return tooMany ? null : new IndexAccess(ranges, rank(on.keys()));
  }

  private static int rank(KeySet keys) {
    if (keys.isPoints()) {
      return IndexAccess.POINTS;
    }
    return keys.intervals().stream().allMatch(IndexChooser::isBetween)
        ? IndexAccess.BETWEEN
        : IndexAccess.OPEN;
  }

  /** Whether neither end is where a type begins or ends. */
  private static boolean isBetween(KeyInterval interval) {
    for (KeyInterval bracket : KeyBrackets.defined().intervals()) {
      if (interval.from().equals(bracket.from()) || interval.to().equals(bracket.to())) {
        return false;
      }
    }
    return true;
  }

  /** Values of the first paths and, if there is a condition on it, a range of the next one. */
  private static IndexAccess composite(List<PathIndex.Part> parts, List<OnPath> onPaths) {
    List<List<BsonValue>> equal = new ArrayList<>(List.of(List.of()));
    int used = 0;
    while (used < parts.size()) {
      OnPath on = find(onPaths, parts.get(used).path().names());
      if (on == null || !on.keys().isPoints()) {
        break;
      }
      equal = product(equal, on.keys());
      used++;
      if (equal.size() > RANGES_MAX) {
        return null;
      }
    }
    OnPath next = used < parts.size() ? find(onPaths, parts.get(used).path().names()) : null;
    if (used + (next == null ? 0 : 1) < 2 || used == 0) {
      return null;
    }
    IndexSpec spec = new IndexSpec(parts, PathIndex.Arrays.WHOLE);
    List<IndexAccess.Range> ranges = new ArrayList<>();
    for (List<BsonValue> values : equal) {
      if (next == null) {
        ranges.add(new IndexAccess.Range(spec, new IndexRange(values, null, null)));
      } else {
        next.keys()
            .intervals()
            .forEach(each -> ranges.add(new IndexAccess.Range(spec, each.after(values))));
      }
    }
    return ranges.size() > RANGES_MAX ? null : new IndexAccess(ranges, IndexAccess.POINTS + used);
  }

  private static List<List<BsonValue>> product(List<List<BsonValue>> equal, KeySet points) {
    List<List<BsonValue>> longer = new ArrayList<>();
    for (List<BsonValue> values : equal) {
      for (KeyInterval point : points.intervals()) {
        List<BsonValue> more = new ArrayList<>(values);
        more.add(point.from().value());
        longer.add(more);
      }
    }
    return longer;
  }

  /** All ranges of the best way of each alternative; null if one has none. */
  private IndexAccess union(AnyOf any) {
    List<IndexAccess.Range> ranges = new ArrayList<>();
    int rank = IndexAccess.POINTS;
    for (IndexCondition alternative : any.conditions()) {
      List<IndexAccess> ways = ways(alternative);
      if (ways.isEmpty()) {
        return null;
      }
      ranges.addAll(ways.get(0).ranges());
      rank = Math.min(rank, ways.get(0).rank());
    }
    return ranges.size() > MEMBER_RANGES_MAX ? null : new IndexAccess(ranges, rank);
  }
}
