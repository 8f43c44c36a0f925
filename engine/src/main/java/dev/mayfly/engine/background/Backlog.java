package dev.mayfly.engine.background;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;

/** How late the purge is. */
public final class Backlog {
  private Backlog() {}

  /** The oldest deadline of an item that is dead and has rows; MAX_VALUE if there is none (C7). */
  public static long oldestDeadline(Storage storage, ContainerSnapshot snapshot, long nowSecond) {
    int number = snapshot.state().number();
    long oldest = Long.MAX_VALUE;
    try (ReadView view = storage.snapshot()) {
      TtlPolicy policy = snapshot.policy();
      for (int source : policy.sourceIds()) {
        long reach = policy.reach(source, nowSecond);
        if (reach == Long.MIN_VALUE) {
          continue;
        }
        if (source == ExpirySource.DEFAULT) {
          byte[] lane = Keys.lane(number, Keys.LANE_INHERITING);
          try (RowCursor rows = view.cursor(Table.FEED, lane, Bytes.after(lane))) {
            if (rows.next()) {
              long ts = DueRow.decode(rows.value()).tsSecond();
              oldest = Math.min(oldest, due(policy, source, ts, reach));
            }
          }
        }
        byte[] to = Keys.queue(number, source, reach + 1, 0);
        try (RowCursor rows = view.cursor(Table.QUEUES, Keys.queue(number, source), to)) {
          if (rows.next()) {
            oldest = Math.min(oldest, due(policy, source, Keys.queueAt(rows.key()), reach));
          }
        }
      }
    }
    return oldest;
  }

  private static long due(TtlPolicy policy, int source, long key, long reach) {
    return key > reach ? Long.MAX_VALUE : policy.dueSecond(source, key);
  }
}
