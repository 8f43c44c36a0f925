package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Comparison;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The first rows of a sorted result after a position. Only as many are kept as a page can need, so
 * that the size of the whole result does not matter.
 */
final class SortedRows {
  /** How much rows that an OFFSET passes over may take. */
  private static final long BYTES_MAX = 64L << 20;

  /** About what a row takes on the heap beside its content: objects, arrays, system properties. */
  private static final int ROW_BYTES = 512;

  private final boolean[] descending;
  private final boolean distinct;
  private final SortPosition after;
  private final long wanted;
  private final long skipped;
  private final Comparator<SortedRow> order = this::compare;
  private final PriorityQueue<SortedRow> largestFirst = new PriorityQueue<>(order.reversed());
  private final Map<ByteBuffer, SortedRow> byTie = new HashMap<>();
  private long bytes;
  private boolean evicted;
  private boolean ordered;

  /**
   * @param after null for the beginning
   * @param skipped how many of the first rows will not be sent
   * @param wanted how many rows can be sent after these
   */
  SortedRows(
      boolean[] descending, boolean distinct, SortPosition after, long skipped, long wanted) {
    this.descending = descending.clone();
    this.distinct = distinct;
    this.after = after;
    this.skipped = skipped;
    this.wanted = wanted;
  }

  private int compare(SortedRow left, SortedRow right) {
    for (int i = 0; i < descending.length; i++) {
      int byKey = Comparison.order(left.keys()[i], right.keys()[i]);
      if (byKey != 0) {
        return descending[i] ? -byKey : byKey;
      }
    }
    return Arrays.compareUnsigned(left.tie(), right.tie());
  }

  void add(SortedRow row) {
    if (after != null) {
      int place = after.compare(row, descending);
      if (place < 0 || place == 0 && !after.cut()) {
        return;
      }
    }
    if (distinct && byTie.putIfAbsent(ByteBuffer.wrap(row.tie()), row) != null) {
      return;
    }
    largestFirst.add(row);
    bytes += bytes(row);
    while (isMoreThanNeeded()) {
      SortedRow largest = largestFirst.poll();
      bytes -= bytes(largest);
      byTie.remove(ByteBuffer.wrap(largest.tie()));
      evicted = true;
    }
    if (bytes > BYTES_MAX) {
      throw QueryError.refused(
          "The results that OFFSET passes over take more than "
              + BYTES_MAX
              + " bytes: use continuation tokens instead of a large OFFSET.");
    }
  }

  /** Adds a group, which is not in the results yet. */
  void addGroup(SortedRow group) {
    largestFirst.add(group);
  }

  /** Tells that the rows must come in their order, and whether there are more after them. */
  void keepOrder(boolean more) {
    ordered = true;
    evicted = more;
  }

  private static long bytes(SortedRow row) {
    return ROW_BYTES + (long) row.sizeBytes();
  }

  private boolean isMoreThanNeeded() {
    int size = largestFirst.size();
    if (size > skipped + wanted) {
      return true;
    }
    // A page has no room for more than so many bytes, whatever the number of rows.
    return skipped == 0 && size > 1 && bytes - bytes(largestFirst.peek()) > PageBody.BYTES_MAX * 2L;
  }

  /** Whether a row that comes after all others is not needed. */
  boolean isFull() {
    return evicted || largestFirst.size() >= skipped + wanted;
  }

  /** Tells that there are rows after those that were added. */
  void cutOff() {
    evicted = true;
  }

  /** Whether there are rows after those that are kept. */
  boolean hasMore() {
    return evicted;
  }

  /** Whether these are all rows, of results without an order: they may come as they were found. */
  boolean isWholeWithoutOrder() {
    return descending.length == 0 && after == null && !evicted && !ordered;
  }

  /** The rows as they were found. */
  List<SortedRow> found() {
    return sorted(Comparator.comparingLong(SortedRow::number));
  }

  /** The rows in their order, the only one in which a later page can go on. */
  List<SortedRow> rows() {
    return sorted(order);
  }

  private List<SortedRow> sorted(Comparator<SortedRow> by) {
    List<SortedRow> rows = new ArrayList<>(largestFirst);
    rows.sort(by);
    return rows;
  }
}
