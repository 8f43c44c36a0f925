package dev.mayfly.engine.feed;

import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;

/** The two lanes of a container's feed, merged by LSN. */
final class FeedLanes implements AutoCloseable {
  private final Lane[] lanes = new Lane[2];
  private Lane current;

  FeedLanes(ReadView view, int container, long afterLsn) {
    for (int lane = 0; lane < lanes.length; lane++) {
      byte[] prefix = Keys.lane(container, lane);
      lanes[lane] =
          new Lane(
              view.cursor(
                  Table.FEED, Keys.feed(container, lane, afterLsn + 1), Bytes.after(prefix)));
    }
  }

  private static final class Lane {
    private final RowCursor rows;
    private long lsn;

    private Lane(RowCursor rows) {
      this.rows = rows;
      advance();
    }

    private void advance() {
      lsn = rows.next() ? Keys.feedLsn(rows.key()) : Long.MAX_VALUE;
    }
  }

  boolean next() {
    if (current != null) {
      current.advance();
    }
    current = lanes[0].lsn <= lanes[1].lsn ? lanes[0] : lanes[1];
    return current.lsn != Long.MAX_VALUE;
  }

  long lsn() {
    return current.lsn;
  }

  DueRow row() {
    return DueRow.decode(current.rows.value());
  }

  @Override
  public void close() {
    for (Lane lane : lanes) {
      lane.rows.close();
    }
  }

  /** The LSN after which a reader finds all that was committed in that second or later. */
  static long lastLsnBefore(ReadView view, int container, long second, long upToLsn) {
    long first = upToLsn + 1;
    for (int lane = 0; lane < 2; lane++) {
      first = Math.min(first, firstLsnAt(view, container, lane, second, upToLsn));
    }
    return first - 1;
  }

  /** Seconds never fall as LSNs rise, so halving finds the place without reading the lane. */
  private static long firstLsnAt(
      ReadView view, int container, int lane, long second, long upToLsn) {
    byte[] end = Bytes.after(Keys.lane(container, lane));
    long before = 0;
    long notBefore = upToLsn + 1;
    while (before + 1 < notBefore) {
      long middle = before + (notBefore - before) / 2;
      try (RowCursor rows = view.cursor(Table.FEED, Keys.feed(container, lane, middle), end)) {
        if (rows.next() && DueRow.decode(rows.value()).tsSecond() < second) {
          before = Keys.feedLsn(rows.key());
        } else {
          notBefore = middle;
        }
      }
    }
    try (RowCursor rows = view.cursor(Table.FEED, Keys.feed(container, lane, before + 1), end)) {
      return rows.next() ? Keys.feedLsn(rows.key()) : Long.MAX_VALUE;
    }
  }
}
