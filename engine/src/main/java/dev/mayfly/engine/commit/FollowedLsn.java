package dev.mayfly.engine.commit;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;

/**
 * The last LSN in the rows of a store that another node leads. The ceiling is no substitute here:
 * the leader gives out LSNs below it, so a reader of changes that was given the ceiling would pass
 * over what is committed next, and a session would read what is older than its token.
 */
final class FollowedLsn {
  private FollowedLsn() {}

  /**
   * @param reservedAt last LSN of the group in which the ceiling was written
   */
  static long last(Storage storage, Counts counts, long reservedAt) {
    // The deltas of a group have an LSN of their own, after those of its writes.
    long last = Math.max(reservedAt, counts.lastLsn() - 1);
    try (ReadView view = storage.snapshot()) {
      byte[] operations = Keys.container(OperationLog.NUMBER);
      try (RowCursor rows = view.cursorDown(Table.LOG, operations, Bytes.after(operations))) {
        last = rows.next() ? Math.max(last, Keys.logLsn(rows.key())) : last;
      }
      try (RowCursor containers =
          view.cursor(Table.META, MetaKeys.CONTAINERS, Bytes.after(MetaKeys.CONTAINERS))) {
        while (containers.next()) {
          last = Math.max(last, ofFeed(view, MetaKeys.number(containers.key())));
        }
      }
    }
    return last;
  }

  private static long ofFeed(ReadView view, int container) {
    long last = 0;
    for (int lane : new int[] {Keys.LANE_INHERITING, Keys.LANE_OTHERS}) {
      byte[] prefix = Keys.lane(container, lane);
      try (RowCursor rows = view.cursorDown(Table.FEED, prefix, Bytes.after(prefix))) {
        last = rows.next() ? Math.max(last, Keys.feedLsn(rows.key())) : last;
      }
    }
    return last;
  }
}
