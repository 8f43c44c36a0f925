package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.EventPlace;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;

/** Keeps the log of all versions and the expiry events of a container within their bounds. */
final class LogTrim implements Write<Boolean> {
  private final Catalog catalog;
  private final Counts counts;
  private final OpenContainer container;
  private final SliceLimits limits;

  LogTrim(Catalog catalog, Counts counts, OpenContainer container, SliceLimits limits) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.counts = requireNonNull(counts, "counts");
    this.container = requireNonNull(container, "container");
    this.limits = requireNonNull(limits, "limits");
  }

  static boolean isNeeded(OpenContainer container, Counts counts) {
    int number = container.number();
    return counts.total(number, CountKeys.SET_LOG).items() > 0
        || counts.total(number, CountKeys.SET_EVENTS).items() > 0;
  }

  /** One slice; true if it removed something, so that there may be more. */
  @Override
  public Boolean run(WriteTransaction transaction) {
    if (container.isDropped()) {
      return false;
    }
    limits.start();
    ContainerState state = container.snapshot().state();
    long lastLsn = trimLog(transaction, state);
    EventPlace lastEvent = trimEvents(transaction, state);
    ContainerState next = state;
    if (lastLsn > state.logTrimmedTo()) {
      next = next.withLogTrimmedTo(lastLsn);
    }
    if (lastEvent.compareTo(state.eventsTrimmedTo()) > 0) {
      next = next.withEventsTrimmedTo(lastEvent);
    }
    if (next != state) {
      catalog.put(transaction, container, next);
    }
    return lastLsn > 0 || lastEvent != EventPlace.FIRST;
  }

  /** Returns the LSN of the last row it removed; 0 if there was none. */
  private long trimLog(WriteTransaction transaction, ContainerState state) {
    int number = container.number();
    Retention retention = state.definition().allVersions();
    Tally kept = counts.total(number, CountKeys.SET_LOG);
    Tally removed = Tally.ZERO;
    long lastRow = 0;
    // From the very beginning: a log that was off and is on again may have older rows left.
    byte[] from = Keys.container(number);
    byte[] end = Bytes.after(from);
    try (RowCursor rows = transaction.cursor(Table.LOG, from, end)) {
      while (rows.next() && limits.row()) {
        byte[] value = rows.value();
        boolean old =
            retention == null
                || LogRow.decode(value).tsSecond() <= transaction.nowSecond() - retention.seconds()
                || kept.bytes() - removed.bytes() > retention.bytes();
        if (!old) {
          break;
        }
        removed = removed.plus(new Tally(1, value.length));
        lastRow = Keys.logLsn(rows.key());
      }
    }
    if (removed.items() > 0) {
      transaction.deleteRange(Table.LOG, from, Keys.log(number, lastRow + 1));
      transaction
          .counts()
          .addTotal(number, CountKeys.SET_LOG, -Math.toIntExact(removed.items()), -removed.bytes());
    }
    return lastRow;
  }

  /** Returns the place of the last event it removed; the first one if there was none. */
  private EventPlace trimEvents(WriteTransaction transaction, ContainerState state) {
    int number = container.number();
    Retention retention = state.definition().expiryEvents();
    Tally kept = counts.total(number, CountKeys.SET_EVENTS);
    Tally removed = Tally.ZERO;
    byte[] prefix = Keys.container(number);
    byte[] last = null;
    try (RowCursor rows = transaction.cursor(Table.EVENTS, prefix, Bytes.after(prefix))) {
      while (rows.next() && limits.row()) {
        boolean old =
            retention == null
                || Keys.eventSecond(rows.key()) <= transaction.nowSecond() - retention.seconds()
                || kept.bytes() - removed.bytes() > retention.bytes();
        if (!old) {
          break;
        }
        removed = removed.plus(new Tally(1, rows.value().length));
        last = rows.key();
      }
    }
    if (last == null) {
      return EventPlace.FIRST;
    }
    transaction.deleteRange(Table.EVENTS, prefix, Bytes.next(last));
    transaction
        .counts()
        .addTotal(
            number, CountKeys.SET_EVENTS, -Math.toIntExact(removed.items()), -removed.bytes());
    return new EventPlace(Keys.eventSecond(last), Keys.eventLsn(last));
  }
}
