package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Catalog;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.feed.ExpiryEvents;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import java.util.HashMap;
import java.util.Map;

/**
 * Records expiry events of a container at the second of the deadline (F3), a slice at a time. When
 * every queue has been walked as far as it is due, readers are told that events are complete up to
 * the instant of the pass.
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
    ContainerState state = container.face().state();
    return state.definition().expiryEvents() != null && state.eventsRecordedTo() < nowSecond;
  }

  /** The next slice; true if there is more to do in this second. */
  Write<Boolean> slice(OpenContainer container, SliceLimits limits) {
    return transaction -> new Slice(transaction, container, limits).run();
  }

  private final class Slice {
    private final WriteTransaction transaction;
    private final OpenContainer container;
    private final SliceLimits limits;
    private final Face face;
    private final long now;
    private final Map<Integer, Long> recordedKeys;

    Slice(WriteTransaction transaction, OpenContainer container, SliceLimits limits) {
      this.transaction = transaction;
      this.container = container;
      this.limits = limits;
      this.face = container.face();
      this.now = transaction.nowSecond();
      this.recordedKeys = new HashMap<>(face.state().recordedKeys());
    }

    boolean run() {
      if (container.isDropped() || face.definition().expiryEvents() == null) {
        return false;
      }
      limits.start();
      boolean complete = true;
      for (ExpirySource source : face.policy().sources()) {
        long reach = source.reach(now);
        if (reach == Long.MIN_VALUE) {
          continue;
        }
        long recorded = recordedKeys.getOrDefault(source.id(), Long.MIN_VALUE);
        long upTo = reach;
        if (source.id() == ExpirySource.DEFAULT) {
          upTo = Math.min(upTo, walk(source, true, recorded, reach));
        }
        upTo = Math.min(upTo, walk(source, false, recorded, reach));
        recordedKeys.put(source.id(), Math.max(upTo, recorded));
        complete &= upTo == reach;
      }
      long recordedTo = complete ? now : face.state().eventsRecordedTo();
      catalog.put(transaction, container, face.state().withEvents(recordedTo, recordedKeys));
      if (complete) {
        long last = transaction.nextLsn();
        transaction.afterCommit(() -> container.changed(last));
      }
      return !complete;
    }

    /** Records the dead rows of a queue after that key; returns the key up to which all are. */
    private long walk(ExpirySource source, boolean lane, long recorded, long reach) {
      int number = container.number();
      Place place = new Place(number, source.id(), lane);
      byte[] from = start(place, source, recorded);
      byte[] to =
          lane
              ? Bytes.after(Keys.lane(number, Keys.LANE_INHERITING))
              : Keys.queue(number, source.id(), reach + 1, 0);
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
            remember(place, recorded, key - 1, last);
            return Math.max(recorded, key - 1);
          }
          if (source.isDead(key, lsn, now) && !isRecorded(source, key, lsn, recorded)) {
            record(due.suffix(), lsn);
          }
          last = rows.key();
        }
      }
      if (lane) {
        remember(place, recorded, reach, last);
      } else {
        transaction.afterCommit(() -> within.remove(place));
      }
      return reach;
    }

    private boolean isRecorded(ExpirySource source, long key, long lsn, long recorded) {
      return ExpiryEvents.isRecorded(face.state(), source, key, lsn, recorded);
    }

    private byte[] start(Place place, ExpirySource source, long recorded) {
      RowPlace row = within.get(place);
      if (row != null && row.recordedKey() == recorded && row.row() != null) {
        return Bytes.next(row.row());
      }
      int number = container.number();
      if (place.lane()) {
        return Keys.feed(number, Keys.LANE_INHERITING, 0);
      }
      // Behind what a mark covers there may be items that were imported later and die later.
      long from =
          source.inForce()
              ? Math.min(recorded, source.boundary(face.state().eventsRecordedTo()))
              : recorded;
      return Keys.queue(number, source.id(), from == Long.MIN_VALUE ? from : from + 1, 0);
    }

    private void remember(Place place, long before, long recorded, byte[] row) {
      RowPlace old = within.get(place);
      byte[] last = row != null ? row : old != null ? old.row() : null;
      long key = Math.max(before, recorded);
      transaction.afterCommit(() -> within.put(place, new RowPlace(key, last)));
    }

    private void record(byte[] suffix, long lsn) {
      byte[] row = transaction.get(Table.ITEMS, Keys.item(container.number(), suffix));
      if (row != null) {
        ItemHeader item = ItemHeader.of(row);
        if (item.lsn() == lsn && face.at(now).diedOfAge(item, suffix)) {
          ExpiryEvents.record(transaction, face, now, suffix, item);
        }
      }
    }
  }
}
