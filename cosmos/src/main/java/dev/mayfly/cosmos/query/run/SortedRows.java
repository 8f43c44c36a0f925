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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The first rows of a sorted result after a position. Only as many are kept as a page can need, so
 * that the size of the whole result does not matter. What does not fit into memory, such as the
 * rows that a large OFFSET passes over, goes to disk.
 */
final class SortedRows {
  /** How much rows that an OFFSET passes over may take in memory. */
  static final long BYTES_MAX = 64L << 20;

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
  private final RowBudget memory;
  private DistinctBuffer<ByteBuffer> sent;
  private long bytes;
  private boolean evicted;
  private boolean ordered;
  private long uncharged;

  /** Where rows are that do not fit into memory; null while all do. */
  private RowsOnDisk onDisk;

  private long rowsOnDisk;
  private boolean passed;

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
    this.kept = new TopRows<>(order, Long.MAX_VALUE, SortedRows::heapBytes, this::hold);
    this.sent = newSent();
    this.descending = descending.clone();
    this.distinctness = distinctness;
    this.after = after;
    this.skipped = skipped;
    this.wanted = wanted;
  }

  private DistinctBuffer<ByteBuffer> newSent() {
    return new DistinctBuffer<>(hash -> SENT_BYTES, this::hold);
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

  /** Charges rows; those that do not fit are moved to disk soon. */
  private void hold(long heapBytes) {
    if (heapBytes < 0) {
      long part = Math.min(uncharged, -heapBytes);
      uncharged -= part;
      memory.keep(heapBytes + part);
    } else if (!memory.tryKeep(heapBytes)) {
      uncharged += heapBytes;
    }
  }

  private void moveIfTooMuch() {
    if (uncharged > 0 || bytes > BYTES_MAX) {
      moveToDisk(
          "The results that OFFSET passes over take more than "
              + BYTES_MAX
              + " bytes: use continuation tokens instead of a large OFFSET.");
    }
  }

  /**
   * Moves all rows to disk.
   *
   * @param refusal if that is not allowed
   */
  private void moveToDisk(String refusal) {
    if (memory.spill() == null) {
      memory.keep(uncharged);
      throw QueryError.refused(refusal);
    }
    long limit = wanted > Long.MAX_VALUE - 1 - skipped ? Long.MAX_VALUE : skipped + wanted + 1;
    onDisk =
        new RowsOnDisk(order, distinctness, limit, SortedRows::heapBytes, memory, this::isSent);
    List<SortedRow> all = found();
    kept.close();
    byTie.clear();
    hold(-(long) SENT_BYTES * sent.size());
    sent = newSent();
    all.forEach(this::addOnDisk);
  }

  private void addOnDisk(SortedRow row) {
    onDisk.add(row);
    rowsOnDisk++;
  }

  void add(SortedRow row) {
    if (onDisk != null) {
      // What is sent decides which results are.
      if (distinctness != Distinctness.ALL || !isSent(row)) {
        addOnDisk(row);
      }
      return;
    }
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
    moveIfTooMuch();
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
    if (onDisk == null
        && isSent(row)
        && sent.add(ByteBuffer.wrap(row.tie()))
        && (sent.size() > SENT_MAX || uncharged > 0)) {
      moveToDisk(
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
    if (onDisk == null) {
      kept.add(group);
      moveIfTooMuch();
    } else {
      addOnDisk(group);
    }
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
    boolean enough = distinctness == Distinctness.ALL && rowsOnDisk >= skipped + wanted;
    return evicted || (onDisk == null ? kept.size() >= skipped + wanted : enough);
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
    return descending.length == 0 && after == null && !evicted && !ordered && onDisk == null;
  }

  List<SortedRow> found() {
    return kept.sortedBy(Checkpoint.within(Comparator.comparingLong(SortedRow::number)));
  }

  /**
   * The rows in their order, the only one in which a later page can resume. Of those on disk only
   * what a page can need comes, without those that are skipped.
   */
  List<SortedRow> rows() {
    if (onDisk == null) {
      return kept.sortedBy(Checkpoint.within(order));
    }
    List<SortedRow> rows = new ArrayList<>();
    Iterator<SortedRow> sorted = onDisk.sorted();
    for (long i = 0; !passed && i < skipped && sorted.hasNext(); i++) {
      sorted.next();
    }
    long taken = 0;
    while (rows.size() < wanted && taken <= PageBody.BYTES_MAX * 2L && sorted.hasNext()) {
      SortedRow row = sorted.next();
      rows.add(row);
      // With little memory the page is short.
      taken += memory.tryKeep(heapBytes(row)) ? bytes(row) : Long.MAX_VALUE / 2;
    }
    evicted |= sorted.hasNext();
    passed = true;
    return rows;
  }

  /** How many of {@link #rows} are skipped. */
  int begin(List<SortedRow> rows) {
    return passed ? 0 : (int) Math.min(skipped, rows.size());
  }

  /** Records that the skipped rows were not added. */
  void passOver() {
    passed = true;
  }
}
