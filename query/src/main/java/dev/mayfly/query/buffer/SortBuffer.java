package dev.mayfly.query.buffer;

import dev.mayfly.query.memory.BufferMemory;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.RowCodec;
import dev.mayfly.query.spill.SpillCounts;
import java.util.Comparator;
import java.util.Iterator;
import java.util.function.ToLongFunction;

/**
 * Rows that are added in any order and returned in sort order: nothing reads a row by its position,
 * or before the last one was added. {@link TopRows} holds them on the heap, {@link SpillingSort}
 * writes sorted runs to disk when they are too many. Not thread safe.
 *
 * @param <R> type of the rows
 */
public interface SortBuffer<R> extends AutoCloseable {
  /**
   * A buffer that uses the disk where that is allowed.
   *
   * @param order total: rows that it takes for equal come in any order
   * @param limit of rows that are kept
   * @param rowBytes what a row takes on the heap; the same each time
   * @param memory is charged with it
   * @param spill null if nothing may be written to disk
   * @param counts what is written
   */
  static <R> SortBuffer<R> of(
      Comparator<? super R> order,
      long limit,
      ToLongFunction<? super R> rowBytes,
      BufferMemory memory,
      RequestSpill spill,
      RowCodec<R> codec,
      SpillCounts counts) {
    return spill == null
        ? new TopRows<>(order, limit, rowBytes, memory::add)
        : new SpillingSort<>(order, limit, rowBytes, memory, spill, codec, counts);
  }

  /** Adds a row; it is dropped if it comes after as many others as the buffer keeps. */
  void add(R row);

  /** All kept rows in sort order. No row is added after this. */
  Iterator<R> sorted();

  /** Releases what is held. */
  @Override
  void close();
}
