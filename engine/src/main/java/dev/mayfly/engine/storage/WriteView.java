package dev.mayfly.engine.storage;

/**
 * What a {@link Decision} sees and writes. Valid only during the call it was passed to, on that
 * thread.
 */
public interface WriteView {
  /** The row's value as of now, earlier decisions of the same group included, or null. */
  byte[] get(Table table, byte[] key);

  /**
   * Committed rows with {@code fromInclusive <= key < toExclusive}, without this group's own
   * writes. Only {@linkplain Decision#exclusive() exclusive} decisions may ask, and before they
   * write.
   */
  RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive);

  /**
   * Says that many rows between two keys, both included, will be asked for. Where none of them is
   * committed, one probe may spare the storage many. It changes nothing that can be seen.
   */
  void announce(Table table, byte[] first, byte[] last);

  void put(Table table, byte[] key, byte[] value);

  void delete(Table table, byte[] key);

  /**
   * Deletes all rows with {@code fromInclusive <= key < toExclusive}. Only exclusive decisions may.
   * A later put in the same decision is not affected.
   */
  void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive);

  /** This group is synced to the medium before it is acknowledged, whatever the durability. */
  void requireSync();
}
