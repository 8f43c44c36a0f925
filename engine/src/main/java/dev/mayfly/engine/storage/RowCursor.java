package dev.mayfly.engine.storage;

/**
 * Walks rows of one table in the order of their keys. Stands before the first row at first. Not
 * thread safe; must be closed.
 */
public interface RowCursor extends AutoCloseable {
  /** What {@link #nextInto} returns at the end. */
  int NO_ROW = -1;

  /** Moves to the next row; false when there is none. */
  boolean next();

  /**
   * Makes {@link #next} move to the first row at or after that key, or in descending order to the
   * last row below it. Only forwards in the direction of the walk; there is no current row until
   * then.
   */
  void skipTo(byte[] bound);

  /** The current row's key. The caller may keep the array and must not change it. */
  byte[] key();

  /** The current row's value. The caller may keep the array and must not change it. */
  byte[] value();

  /**
   * Moves to the next row and copies its value into an array of the caller, as much as has room
   * there: for scans that keep few of the values they read.
   *
   * @return how long the value is, or {@link #NO_ROW} when there is no next row
   */
  default int nextInto(byte[] target) {
    if (!next()) {
      return NO_ROW;
    }
    byte[] value = value();
    System.arraycopy(value, 0, target, 0, Math.min(value.length, target.length));
    return value.length;
  }

  @Override
  void close();
}
