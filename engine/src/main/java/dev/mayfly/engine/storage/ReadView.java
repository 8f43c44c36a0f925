package dev.mayfly.engine.storage;

/** A consistent, unchanging view of all committed rows. Thread safe; must be closed. */
public interface ReadView extends AutoCloseable {
  /** The row's value, or null. */
  byte[] get(Table table, byte[] key);

  /**
   * Rows with {@code fromInclusive <= key < toExclusive} in ascending order. The cursor must be
   * closed before the view is.
   */
  RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive);

  /** As {@link #cursor}, in descending order. */
  RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive);

  @Override
  void close();
}
