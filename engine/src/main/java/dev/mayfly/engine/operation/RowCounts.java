package dev.mayfly.engine.operation;

import dev.mayfly.engine.deadrange.LiveRows;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts the rows of ranges of one table; whose they are, and whether they live, is open. Ranges
 * that do not overlap are counted in one walk, which seeks only where the next range begins behind
 * the row that it stands on: to open a cursor costs more than to move one.
 */
final class RowCounts {
  private final LiveView live;
  private final Table table;
  private final List<RowRange> ranges;
  private final List<Integer> order;
  private final long[] counts;
  private long left;

  private RowCounts(LiveView live, Table table, List<RowRange> ranges, long limit) {
    this.live = live;
    this.table = table;
    this.ranges = ranges;
    this.order =
        IntStream.range(0, ranges.size())
            .filter(i -> !ranges.get(i).isEmpty())
            .boxed()
            .sorted(Comparator.comparing(i -> ranges.get(i).from(), Arrays::compareUnsigned))
            .toList();
    this.counts = new long[ranges.size()];
    this.left = limit;
  }

  /**
   * The number of rows of each range; when all have as many as the limit together, the rest is not
   * counted.
   */
  static long[] of(LiveView live, Table table, List<RowRange> ranges, long limit) {
    RowCounts counting = new RowCounts(live, table, ranges, limit);
    List<Integer> walk = new ArrayList<>();
    for (int i : counting.order) {
      if (!walk.isEmpty()
          && ranges.get(walk.get(walk.size() - 1)).endsAfter(ranges.get(i).from())) {
        counting.count(walk);
        walk.clear();
      }
      walk.add(i);
    }
    if (!walk.isEmpty()) {
      counting.count(walk);
    }
    return counting.counts;
  }

  /** Counts ranges in one walk, none of which begins before the end of the one before. */
  private void count(List<Integer> walk) {
    if (left == 0) {
      return;
    }
    int last = walk.get(walk.size() - 1);
    byte[] from = ranges.get(walk.get(0)).from();
    try (LiveRows rows = live.walkAhead(table, from, ranges.get(last).to(), false)) {
      boolean onRow = rows.nextOutside();
      for (int i : walk) {
        RowRange range = ranges.get(i);
        if (range.from() != from && onRow && range.beginsAfter(rows.key())) {
          rows.skipTo(range.from());
          onRow = rows.nextOutside();
        }
        // The walk itself ends with the last range: its keys need not be read.
        while (onRow && left > 0 && (i == last || range.endsAfter(rows.key()))) {
          counts[i]++;
          left--;
          onRow = rows.nextOutside();
        }
      }
    }
  }
}
