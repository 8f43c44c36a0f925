package dev.mayfly.cosmos.query.run;

/**
 * Where reading goes on.
 *
 * @param index of the next key, where items are read by their keys
 * @param scan the engine's continuation, where a range is scanned; null at its start
 * @param within where the last row of the next item was, if the page ended among its rows; null if
 *     the item comes whole
 */
record Place(int index, byte[] scan, Within within) {
  static final Place START = new Place(0, null);

  /**
   * A row of an item.
   *
   * @param rid which item; another one in its place comes whole
   * @param places in the loops that make the rows
   */
  record Within(long rid, int[] places) {}

  Place(int index, byte[] scan) {
    this(index, scan, null);
  }

  Place within(long rid, int[] places) {
    return new Place(index, scan, new Within(rid, places));
  }
}
