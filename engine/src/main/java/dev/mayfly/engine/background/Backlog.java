package dev.mayfly.engine.background;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;

/** How late the purge is. */
public final class Backlog {
  private Backlog() {}

  /** The oldest deadline of an item that is dead and has rows; MAX_VALUE if there is none (C7). */
  public static long oldestDeadline(Storage storage, Face face, long nowSecond) {
    int number = face.state().number();
    long oldest = Long.MAX_VALUE;
    try (ReadView view = storage.snapshot()) {
      for (ExpirySource source : face.policy().sources()) {
        long reach = source.reach(nowSecond);
        if (reach == Long.MIN_VALUE) {
          continue;
        }
        if (source.id() == ExpirySource.DEFAULT) {
          byte[] lane = Keys.lane(number, Keys.LANE_INHERITING);
          try (RowCursor rows = view.cursor(Table.FEED, lane, Bytes.after(lane))) {
            if (rows.next()) {
              long ts = DueRow.decode(rows.value()).tsSecond();
              oldest = Math.min(oldest, deadline(source, ts, reach));
            }
          }
        }
        byte[] to = Keys.queue(number, source.id(), reach + 1, 0);
        try (RowCursor rows = view.cursor(Table.QUEUES, Keys.queue(number, source.id()), to)) {
          if (rows.next()) {
            oldest = Math.min(oldest, deadline(source, Keys.queueAt(rows.key()), reach));
          }
        }
      }
    }
    return oldest;
  }

  private static long deadline(ExpirySource source, long key, long reach) {
    if (key > reach) {
      return Long.MAX_VALUE;
    }
    return source.inForce() ? source.deadline(key) : source.sinceSecond();
  }
}
