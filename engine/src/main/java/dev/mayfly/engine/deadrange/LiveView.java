package dev.mayfly.engine.deadrange;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;

/**
 * A view whose walks seek past dead ranges and add those that they find. For the rows of one
 * container, judged at one instant. Must be closed.
 */
public final class LiveView implements AutoCloseable {
  private final ReadView view;
  private final DeadRanges ranges;
  private final ReadPoint point;

  LiveView(ReadView view, DeadRanges ranges, ReadPoint point) {
    this.view = requireNonNull(view, "view");
    this.ranges = ranges;
    this.point = point;
  }

  /** Over a view of any age: its walks pass every row. */
  public static LiveView passingAll(ReadView view) {
    return new LiveView(view, null, null);
  }

  public ReadView rows() {
    return view;
  }

  /**
   * Walks the rows with {@code fromInclusive <= key < toExclusive}; each is judged before the next
   * one is read.
   */
  public LiveRows walk(Table table, byte[] fromInclusive, byte[] toExclusive, boolean down) {
    return walk(table, fromInclusive, toExclusive, down, false);
  }

  /** As {@link #walk}, for rows that are judged later than they are read, in their order. */
  public LiveRows walkAhead(Table table, byte[] fromInclusive, byte[] toExclusive, boolean down) {
    return walk(table, fromInclusive, toExclusive, down, true);
  }

  private LiveRows walk(Table table, byte[] from, byte[] to, boolean down, boolean behind) {
    RowCursor rows = down ? view.cursorDown(table, from, to) : view.cursor(table, from, to);
    return new LiveRows(rows, this, ranges, table, from, to, down, behind);
  }

  ReadPoint point() {
    return point;
  }

  @Override
  public void close() {
    view.close();
  }
}
