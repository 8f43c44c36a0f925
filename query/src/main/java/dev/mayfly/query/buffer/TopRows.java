package dev.mayfly.query.buffer;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * The first rows in an order, on the heap: all of them, or so many that the last is dropped when a
 * smaller one comes. A list becomes a heap when the last row is first needed.
 */
public final class TopRows<R> implements SortBuffer<R> {
  private final Comparator<? super R> order;
  private final long limit;
  private final ToLongFunction<? super R> rowBytes;
  private final LongConsumer memory;
  private List<R> unordered = new ArrayList<>();
  private PriorityQueue<R> lastFirst;
  private long heldBytes;
  private long largestBytes;

  /**
   * @param order total: rows that it takes for equal come in any order
   * @param limit of rows that are kept
   * @param rowBytes what a row takes on the heap; the same each time
   * @param memory is charged with it, and with negative bytes when a row is dropped
   */
  public TopRows(
      Comparator<? super R> order,
      long limit,
      ToLongFunction<? super R> rowBytes,
      LongConsumer memory) {
    this.order = requireNonNull(order, "order");
    this.limit = limit;
    this.rowBytes = requireNonNull(rowBytes, "rowBytes");
    this.memory = requireNonNull(memory, "memory");
  }

  @Override
  public void add(R row) {
    if (size() >= limit) {
      if (limit <= 0 || order.compare(row, last()) >= 0) {
        return;
      }
      removeLast();
    }
    long bytes = rowBytes.applyAsLong(row);
    largestBytes = Math.max(largestBytes, bytes);
    hold(bytes);
    rows().add(row);
  }

  private Collection<R> rows() {
    return lastFirst == null ? unordered : lastFirst;
  }

  private void hold(long bytes) {
    memory.accept(bytes);
    heldBytes += bytes;
  }

  public int size() {
    return rows().size();
  }

  /** What the kept rows take. */
  long heldBytes() {
    return heldBytes;
  }

  /** What the largest row took that was added since the last {@link #close}. */
  long largestBytes() {
    return largestBytes;
  }

  /** The row that comes last. There must be one. */
  public R last() {
    return heap().element();
  }

  /** Removes the row that comes last. There must be one. */
  public R removeLast() {
    R last = heap().remove();
    hold(-rowBytes.applyAsLong(last));
    return last;
  }

  private PriorityQueue<R> heap() {
    if (lastFirst == null) {
      lastFirst = new PriorityQueue<>(unordered.size() + 1, order.reversed());
      lastFirst.addAll(unordered);
      unordered = null;
    }
    return lastFirst;
  }

  /** Removes a row that is kept, in time that grows with the number of rows. */
  public void remove(R row) {
    if (rows().remove(row)) {
      hold(-rowBytes.applyAsLong(row));
    }
  }

  @Override
  public Iterator<R> sorted() {
    return sortedBy(order).iterator();
  }

  /** The kept rows in another order; more can be added later. */
  public List<R> sortedBy(Comparator<? super R> other) {
    List<R> sorted = new ArrayList<>(rows());
    sorted.sort(other);
    return sorted;
  }

  @Override
  public void close() {
    unordered = new ArrayList<>();
    lastFirst = null;
    hold(-heldBytes);
    largestBytes = 0;
  }
}
