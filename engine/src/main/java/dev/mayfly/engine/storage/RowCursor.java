package dev.mayfly.engine.storage;

/**
 * Walks rows of one table in the order of their keys. Stands before the first row at first. Not
 * thread safe; must be closed.
 */
public interface RowCursor extends AutoCloseable {
  /** Moves to the next row; false when there is none. */
  boolean next();

  /** The current row's key. The caller may keep the array and must not change it. */
  byte[] key();

  /** The current row's value. The caller may keep the array and must not change it. */
  byte[] value();

  @Override
  void close();
}
