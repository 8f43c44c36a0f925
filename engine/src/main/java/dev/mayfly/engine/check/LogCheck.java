package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.EventRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.storage.Table;

/** Rows of the log of all versions, and expiry events. */
final class LogCheck {
  private static final int LOG_BYTES = 12;
  private static final int EVENT_BYTES = 20;

  private final StoreFacts facts;
  private final Problems problems;
  private final CountCheck counts;
  private int loggedContainer;
  private long loggedSecond;

  LogCheck(StoreFacts facts, Problems problems, CountCheck counts) {
    this.facts = requireNonNull(facts, "facts");
    this.problems = requireNonNull(problems, "problems");
    this.counts = requireNonNull(counts, "counts");
  }

  void logRow(ContainerFacts container, byte[] key, byte[] value) {
    String where = RowNames.row(Table.LOG, container, key);
    counts.expectTotal(container, CountKeys.SET_LOG, value.length);
    if (key.length != LOG_BYTES) {
      problems.add(where, "expected a key of " + LOG_BYTES + " bytes");
      return;
    }
    long lsn = Keys.logLsn(key);
    LogRow row = LogRow.decode(value);
    ItemRow item = ItemRow.of(row.row());
    if (loggedContainer != container.number()) {
      loggedContainer = container.number();
      loggedSecond = Long.MIN_VALUE;
    }
    if (row.tsSecond() < loggedSecond) {
      problems.add(where, "ts falls from " + loggedSecond + " to " + row.tsSecond());
    }
    loggedSecond = row.tsSecond();
    if (row.tsSecond() > facts.clockSecond()) {
      problems.add(where, "ts " + row.tsSecond() + " is after the stored clock");
    }
    boolean written = row.kind() == ChangeKind.CREATE || row.kind() == ChangeKind.REPLACE;
    boolean fits =
        written ? item.lsn() == lsn && item.tsSecond() == row.tsSecond() : item.lsn() < lsn;
    if (!fits || row.previousLsn() >= lsn || lsn >= facts.lsnCeiling()) {
      problems.add(where, row.kind() + " at LSN " + lsn + " shows a version of LSN " + item.lsn());
    }
  }

  void eventRow(ContainerFacts container, byte[] key, byte[] value) {
    String where = RowNames.row(Table.EVENTS, container, key);
    counts.expectTotal(container, CountKeys.SET_EVENTS, value.length);
    if (key.length != EVENT_BYTES) {
      problems.add(where, "expected a key of " + EVENT_BYTES + " bytes");
      return;
    }
    EventRow row = EventRow.decode(value);
    ItemRow item = ItemRow.of(row.row());
    long lsn = Keys.eventLsn(key);
    if (item.lsn() >= lsn || lsn >= facts.lsnCeiling()) {
      problems.add(where, "an event at LSN " + lsn + " of a version of LSN " + item.lsn());
    }
    if (row.deathSecond() > Keys.eventSecond(key) || row.deathSecond() > facts.clockSecond()) {
      problems.add(
          where,
          "a death at "
              + row.deathSecond()
              + " stands at "
              + Keys.eventSecond(key)
              + ", with the clock at "
              + facts.clockSecond());
    }
  }
}
