package dev.mayfly.engine.feed;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.deadrange.LiveRows;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;

/**
 * The two lanes of a container's feed, merged by LSN. Rows are written at the end of a lane only,
 * so a dead range in it grows and is never split.
 */
final class FeedLanes implements AutoCloseable {
  private final int container;
  private final Lane[] lanes = new Lane[2];
  private Lane current;

  FeedLanes(LiveView view, int container, long afterLsn) {
    this.container = container;
    for (int lane = 0; lane < lanes.length; lane++) {
      byte[] prefix = Keys.lane(container, lane);
      lanes[lane] =
          new Lane(
              view.walk(
                  Table.FEED,
                  Keys.feed(container, lane, afterLsn + 1),
                  Bytes.after(prefix),
                  false));
    }
  }

  private static final class Lane {
    private final LiveRows rows;
    private long lsn;
    private boolean advanced;

    private Lane(LiveRows rows) {
      this.rows = rows;
    }

    private void advance() {
      if (!advanced) {
        advanced = true;
        lsn = rows.next() ? Keys.feedLsn(rows.key()) : Long.MAX_VALUE;
      }
    }
  }

  boolean next() {
    lanes[0].advance();
    lanes[1].advance();
    current = lanes[0].lsn <= lanes[1].lsn ? lanes[0] : lanes[1];
    return current.lsn != Long.MAX_VALUE;
  }

  long lsn() {
    return current.lsn;
  }

  DueRow row() {
    return DueRow.decode(current.rows.value());
  }

  boolean isInheriting() {
    return current == lanes[Keys.LANE_INHERITING];
  }

  /** The current row is of an item that is not visible. */
  void dead() {
    current.advanced = false;
    current.rows.dead();
  }

  /** All rows of the inheriting lane, where the current row is, are dead up to that second. */
  void deadUpTo(ReadView view, long second, long upToLsn) {
    long from = current.lsn;
    long first = inLane(view, container, Keys.LANE_INHERITING).firstAt(second + 1, from, upToLsn);
    current.advanced = false;
    current.rows.deadUntil(
        Keys.feed(container, Keys.LANE_INHERITING, Math.max(first, from + 1)),
        Math.max(first - from, 1));
  }

  /** The current row is of a visible item, or of one that was not looked up. */
  void living() {
    current.advanced = false;
    current.rows.living(current.rows.key(), current.rows.value(), current.lsn);
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
      first = inLane(view, container, lane).firstAt(second, 0, first);
    }
    return first - 1;
  }

  private static SecondSearch inLane(ReadView view, int container, int lane) {
    return new SecondSearch(
        view,
        Table.FEED,
        lsn -> Keys.feed(container, lane, lsn),
        Bytes.after(Keys.lane(container, lane)),
        Keys::feedLsn,
        value -> DueRow.decode(value).tsSecond());
  }
}
