package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Distinctness;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.SortPosition;
import dev.mayfly.cosmos.query.token.SortedRow;
import dev.mayfly.cosmos.query.token.TieBreakers;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.HeapSize;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.DistinctBuffer;
import dev.mayfly.query.buffer.TopRows;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  private static final int SENT_MAX = 500_000;

  private static final int SENT_BYTES = 160;

  private final boolean[] descending;
  private final Distinctness distinctness;
  private final SortPosition after;
  private final long wanted;
  private final long skipped;
  private final Comparator<SortedRow> order = this::compare;
  private final TopRows<SortedRow> kept;
  private final Map<ByteBuffer, SortedRow> byTie = new HashMap<>();
  private final DistinctBuffer<ByteBuffer> sent;
  private long bytes;
  private boolean evicted;
  private boolean ordered;

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
    this.kept = new TopRows<>(order, Long.MAX_VALUE, SortedRows::heapBytes, memory::keep);
    this.sent = new DistinctBuffer<>(hash -> SENT_BYTES, memory::keep);
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
    return TieBreakers.compare(left.tie(), right.tie(), descending);
  }

  void add(SortedRow row) {
    if (isSent(row)) {
      return;
    }
    if (distinctness != Distinctness.ALL && !isFirst(row)) {
      return;
    }
    kept.add(row);
    bytes += bytes(row);
    while (isMoreThanNeeded()) {
      SortedRow last = kept.removeLast();
      bytes -= bytes(last);
      byTie.remove(ByteBuffer.wrap(last.tie()));
      evicted = true;
    }
    if (bytes > BYTES_MAX) {
      throw QueryError.refused(
          "The results that OFFSET passes over take more than "
              + BYTES_MAX
              + " bytes: use continuation tokens instead of a large OFFSET.");
    }
  }

  private boolean isSent(SortedRow row) {
    if (after == null) {
      return false;
    }
    int place = after.compare(row, descending);
    return place < 0 || place == 0 && !after.cut();
  }

  /**
   * Whether all rows must be shown to {@link #addFirstPass} before one is added: which results the
   * pages before have sent is known only then.
   */
  boolean needsFirstPass() {
    return distinctness == Distinctness.FIRST && after != null;
  }

  void addFirstPass(SortedRow row) {
    if (isSent(row) && sent.add(ByteBuffer.wrap(row.tie())) && sent.size() > SENT_MAX) {
      throw QueryError.refused(
          "A DISTINCT query whose ORDER BY names what is not selected has more than "
              + SENT_MAX
              + " results: select what it is ordered by, or filter more.");
    }
  }

  /** Whether no row with the same result comes before this one; those after it are removed. */
  private boolean isFirst(SortedRow row) {
    ByteBuffer tie = ByteBuffer.wrap(row.tie());
    SortedRow known = byTie.get(tie);
    if (sent.contains(tie)
        || known != null && (distinctness == Distinctness.ANY || order.compare(known, row) <= 0)) {
      return false;
    }
    if (known != null) {
      kept.remove(known);
      bytes -= bytes(known);
    }
    byTie.put(tie, row);
    return true;
  }

  /** Adds a group, which is not in the results yet. */
  void addGroup(SortedRow group) {
    kept.add(group);
  }

  /** Requires that the rows come in their order; {@code more} if there are others after them. */
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
    if (kept.size() > skipped + wanted) {
      return true;
    }
    // A page has no room for more than so many bytes, whatever the number of rows.
    long bytesMax = PageBody.BYTES_MAX * 2L;
    return skipped == 0
        && kept.size() > 1
        && bytes > bytesMax
        && bytes - bytes(kept.last()) > bytesMax;
  }

  /** Whether a row that comes after all others is not needed. */
  boolean isFull() {
    return evicted || kept.size() >= skipped + wanted;
  }

  /** Records that there are rows after those that were added. */
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

  List<SortedRow> found() {
    return kept.sortedBy(Checkpoint.within(Comparator.comparingLong(SortedRow::number)));
  }

  /** The rows in their order, the only one in which a later page can resume. */
  List<SortedRow> rows() {
    return kept.sortedBy(Checkpoint.within(order));
  }
}
