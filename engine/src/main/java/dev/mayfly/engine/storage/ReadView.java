package dev.mayfly.engine.storage;

import java.util.ArrayList;
import java.util.List;

/** A consistent, unchanging view of all committed rows. Thread safe; must be closed. */
public interface ReadView extends AutoCloseable {
  /** The row's value, or null. It must not be changed: others may get the same array. */
  byte[] get(Table table, byte[] key);

  /** As {@link #get}, for several keys at once: in their order, null where there is no row. */
  default List<byte[]> getAll(Table table, List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(get(table, key));
    }
    return values;
  }

  /**
   * As {@link #getAll}, of rows that are looked up whenever something around them is read: a cache
   * may keep them at once.
   */
  default List<byte[]> getAllOften(Table table, List<byte[]> keys) {
    return getAll(table, keys);
  }

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
