package dev.mayfly.query.cursor;

/** Why a cursor returned no further item. */
public enum CursorStop {
  /** There are no more items. */
  END,
  /** The time for the batch is up; the cursor can be resumed. */
  TIME,
  /** The throughput of the container is spent; the cursor can be resumed. */
  THROUGHPUT,
  /** As many items were read as the caller allowed. */
  ITEMS
}
