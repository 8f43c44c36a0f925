package dev.mayfly.query.buffer;

import java.util.Iterator;

/**
 * Rows that are added in any order and returned in sort order. {@link TopRows} holds them on the
 * heap. An implementation that writes sorted runs to disk and merges them fits behind the same
 * methods: nothing reads a row by its position, or before the last one was added. Not thread safe.
 *
 * @param <R> type of the rows
 */
public interface SortBuffer<R> extends AutoCloseable {
  /** Adds a row; it is dropped if it comes after as many others as the buffer keeps. */
  void add(R row);

  /** All kept rows in sort order. No row is added after this. */
  Iterator<R> sorted();

  /** Releases what is held. */
  @Override
  void close();
}
