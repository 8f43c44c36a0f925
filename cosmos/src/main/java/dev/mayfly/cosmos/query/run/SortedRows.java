package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.HeapSize;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.net.work.Checkpoint;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The first rows of a sorted result after a position. Only as many are kept as a page can need, so
 * that the size of the whole result does not matter.
 */
final class SortedRows {
  /** How much rows that an OFFSET passes over may take. */
  private static final long BYTES_MAX = 64L << 20;

  /** About what a row takes on the heap beside its content: objects, arrays, system properties. */
  private static final int ROW_BYTES = 512;

  /** Hashes of results, with what a set needs beside: about 64 MB. */
  private static final int TOLD_MAX = 500_000;

  private static final int TOLD_BYTES = 160;

  private final RowBudget memory;
  private final boolean[] descending;
  private final Distinctness distinctness;
  private final SortPosition after;
  private final long wanted;
  private final long skipped;
  private final Comparator<SortedRow> order = this::compare;
  private final PriorityQueue<SortedRow> largestFirst = new PriorityQueue<>(order.reversed());
  private final Map<ByteBuffer, SortedRow> byTie = new HashMap<>();
  private final Set<ByteBuffer> told = new HashSet<>();
  private long bytes;
  private boolean evicted;
  private boolean ordered;

  /** Which of the rows with the same result are wanted; they have the same tie. */
  enum Distinctness {
    /** All of them. */
    ALL,
    /** Any: they have the same keys too. */
    ANY,
    /** The one that comes first in the order. */
    FIRST
  }

  /**
   * @param after null for the beginning
   * @param skipped how many of the first rows will not be sent
   * @param wanted how many rows can be sent after these
   * @param memory counts what is kept
   */
  SortedRows(
      boolean[] descending,
      Distinctness distinctness,
      SortPosition after,
      long skipped,
      long wanted,
      RowBudget memory) {
    this.memory = memory;
    this.descending = descending.clone();
    this.distinctness = distinctness;
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
    return Ties.compare(left.tie(), right.tie(), descending);
  }

  void add(SortedRow row) {
    if (isTold(row)) {
      return;
    }
    if (distinctness != Distinctness.ALL && !isFirst(row)) {
      return;
    }
    memory.keep(heapBytes(row));
    largestFirst.add(row);
    bytes += bytes(row);
    while (isMoreThanNeeded()) {
      SortedRow largest = largestFirst.poll();
      memory.keep(-heapBytes(largest));
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

  private boolean isTold(SortedRow row) {
    if (after == null) {
      return false;
    }
    int place = after.compare(row, descending);
    return place < 0 || place == 0 && !after.cut();
  }

  /**
   * Whether all rows must be shown to {@link #look} before one is added: which results the pages
   * before have told is known only then.
   */
  boolean looksFirst() {
    return distinctness == Distinctness.FIRST && after != null;
  }

  void look(SortedRow row) {
    if (!isTold(row) || !told.add(ByteBuffer.wrap(row.tie()))) {
      return;
    }
    memory.keep(TOLD_BYTES);
    if (told.size() > TOLD_MAX) {
      throw QueryError.refused(
          "A DISTINCT query whose ORDER BY names what is not selected has more than "
              + TOLD_MAX
              + " results: select what it is ordered by, or filter more.");
    }
  }

  /** Whether no row with the same result comes before this one; those after it are removed. */
  private boolean isFirst(SortedRow row) {
    ByteBuffer tie = ByteBuffer.wrap(row.tie());
    SortedRow known = byTie.get(tie);
    if (told.contains(tie)
        || known != null && (distinctness == Distinctness.ANY || order.compare(known, row) <= 0)) {
      return false;
    }
    if (known != null) {
      largestFirst.remove(known);
      memory.keep(-heapBytes(known));
      bytes -= bytes(known);
    }
    byTie.put(tie, row);
    return true;
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

  private static long heapBytes(SortedRow row) {
    long size = bytes(row) + HeapSize.of(row.result());
    for (Value key : row.keys()) {
      size += HeapSize.of(key);
    }
    return size;
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
    rows.sort(Checkpoint.within(by));
    return rows;
  }
}
