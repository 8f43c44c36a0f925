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
    for (int each = 0; each < 2; each++) {
      int lane = each;
      SecondSearch rows =
          new SecondSearch(
              view,
              Table.FEED,
              lsn -> Keys.feed(container, lane, lsn),
              Bytes.after(Keys.lane(container, lane)),
              Keys::feedLsn,
              value -> DueRow.decode(value).tsSecond());
      first = rows.firstAt(second, 0, first);
    }
    return first - 1;
  }
}
