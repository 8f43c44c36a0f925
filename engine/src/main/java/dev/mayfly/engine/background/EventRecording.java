package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.operation.DeadItems;
import dev.mayfly.engine.operation.ExpiryEvents;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.RecordedExpiries;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.HashMap;
import java.util.Map;

/**
 * Records expiry events of a container at the second of the deadline (F3), a slice at a time. When
 * every queue has been walked as far as it is due, events are complete up to the instant of the
 * pass. What expired before a change of policy is recorded first, under the policy of that time.
 */
final class EventRecording {
  private final Catalog catalog;
  private final Map<Place, RowPlace> within = new HashMap<>();

  private record Place(int container, int source, boolean lane) {}

  /** The last row recorded, while the rows of its second are not all recorded yet. */
  private record RowPlace(long recordedKey, byte[] row) {}

  EventRecording(Catalog catalog) {
    this.catalog = requireNonNull(catalog, "catalog");
  }

  static boolean isNeeded(OpenContainer container, long nowSecond) {
    ContainerState state = container.snapshot().state();
    return state.definition().expiryEvents() != null && !state.expiries().isComplete(nowSecond);
  }

  /**
   * Whether all that died up to a second is recorded. Of later seconds some may be, which only the
   * recorder knows: the purge would record them again.
   *
   * @param second MIN_VALUE if it is not known
   */
  static boolean isDone(OpenContainer container, long second) {
    return second != Long.MIN_VALUE && second <= container.snapshot().state().expiries().toSecond();
  }

  /** The next slice; true if there is more to do in this second. */
  Write<Boolean> slice(OpenContainer container, SliceLimits limits) {
    return transaction -> new Slice(transaction, container, limits).run();
  }

  private final class Slice {
    private final WriteTransaction transaction;
    private final OpenContainer container;
    private final SliceLimits limits;
    private final ContainerSnapshot snapshot;
    private final RecordedExpiries recorded;
    private final TtlPolicy policy;
    private final Visibility visibility;
    private final long now;
    private final Map<Integer, Long> keys;

    Slice(WriteTransaction transaction, OpenContainer container, SliceLimits limits) {
      this.transaction = transaction;
      this.container = container;
      this.limits = limits;
      this.snapshot = container.snapshot();
      this.recorded = snapshot.state().expiries();
      this.policy = recorded.policy(snapshot.policy());
      this.now = recorded.untilSecond(transaction.nowSecond());
      this.visibility =
          recorded.past().isEmpty() ? snapshot.at(now) : snapshot.under(recorded.past().get(0));
      this.keys = new HashMap<>(recorded.keys());
    }

    boolean run() {
      if (container.isDropped() || snapshot.definition().expiryEvents() == null) {
        return false;
      }
      limits.start();
      boolean complete = true;
      for (int source : policy.sourceIds()) {
        long reach = policy.reach(source, now);
        if (reach == Long.MIN_VALUE) {
          continue;
        }
        long before = keys.getOrDefault(source, Long.MIN_VALUE);
        long upTo = reach;
        if (source == ExpirySource.DEFAULT) {
          upTo = Math.min(upTo, walk(source, true, before, reach));
        }
        upTo = Math.min(upTo, walk(source, false, before, reach));
        keys.put(source, Math.max(upTo, before));
        complete &= upTo == reach;
      }
      RecordedExpiries next =
          complete ? recorded.finished(keys, snapshot.policy(), now) : recorded.advanced(keys);
      catalog.put(transaction, container, snapshot.state().withExpiries(next));
      if (complete) {
        long last = transaction.nextLsn();
        transaction.afterCommit(() -> container.changed(last));
      }
      return !next.isComplete(transaction.nowSecond());
    }

    /** Records the dead rows of a queue after that key; returns the key up to which all are. */
    private long walk(int source, boolean lane, long recordedKey, long reach) {
      int number = container.number();
      Place place = new Place(number, source, lane);
      byte[] from = start(place, recordedKey);
      byte[] to =
          lane
              ? Bytes.after(Keys.lane(number, Keys.LANE_INHERITING))
              : Keys.queue(number, source, reach + 1, 0);
      byte[] last = null;
      try (RowCursor rows = transaction.cursor(lane ? Table.FEED : Table.QUEUES, from, to)) {
        while (rows.next()) {
          DueRow due = DueRow.decode(rows.value());
          long key = lane ? due.tsSecond() : Keys.queueAt(rows.key());
          long lsn = lane ? Keys.feedLsn(rows.key()) : Keys.queueLsn(rows.key());
          if (lane && key > reach) {
            break;
          }
          if (!limits.row()) {
            remember(place, recordedKey, key - 1, last);
            return Math.max(recordedKey, key - 1);
          }
          if (lsn <= recorded.lastLsn()
              && policy.isDead(source, key, lsn, now)
              && !recorded.isRecorded(policy, source, key, lsn, recordedKey)) {
            record(due.suffix(), lsn);
          }
          last = rows.key();
        }
      }
      if (lane) {
        remember(place, recordedKey, reach, last);
      } else {
        transaction.afterCommit(() -> within.remove(place));
      }
      return reach;
    }

    private byte[] start(Place place, long recordedKey) {
      RowPlace row = within.get(place);
      if (row != null && row.recordedKey() == recordedKey && row.row() != null) {
        return Bytes.next(row.row());
      }
      int number = container.number();
      if (place.lane()) {
        return Keys.feed(number, Keys.LANE_INHERITING, 0);
      }
      long key = recorded.resumeKey(policy, place.source(), recordedKey);
      return Keys.queue(number, place.source(), key == Long.MIN_VALUE ? key : key + 1, 0);
    }

    private void remember(Place place, long before, long reached, byte[] row) {
      RowPlace old = within.get(place);
      byte[] last = row != null ? row : old != null ? old.row() : null;
      long key = Math.max(before, reached);
      transaction.afterCommit(() -> within.put(place, new RowPlace(key, last)));
    }

    private void record(byte[] suffix, long lsn) {
      byte[] row = transaction.get(Table.ITEMS, Keys.item(container.number(), suffix));
      if (row != null) {
        ItemRow item = ItemRow.of(row);
        if (item.lsn() == lsn && visibility.diedOfAge(item, suffix)) {
          ExpiryEvents.record(transaction, visibility, suffix, item);
          DeadItems.logDeath(transaction, container, suffix, item);
        }
      }
    }
  }
}
