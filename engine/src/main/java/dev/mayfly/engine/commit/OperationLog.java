package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.OperationLogOptions;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.read.OperationKind;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;

/**
 * The log of all changes to the containers that a front end asks for, in the order of their LSNs: a
 * row for each change, written in its commit. Nothing is logged before somebody reads the log for
 * the first time, unless the options say so. It is bounded by time and bytes.
 *
 * <p>Its rows stand in the table of logs, under a container number that no container has.
 */
public final class OperationLog {
  /** In place of a container's number. */
  public static final int NUMBER = 0;

  private static final byte[] PREFIX = Keys.container(NUMBER);

  /** Rows are removed when the log is larger than it may be by this part. */
  private static final int SLACK = 16;

  private final Storage storage;
  private final OperationLogOptions options;
  private final OperationHeads heads = new OperationHeads();
  private final UnloggedChanges tail = new UnloggedChanges();

  /** Every change after this log time is in the log; 0 if none is kept. */
  private volatile long completeAfter;

  /** Bytes that were logged; on the committing thread only. */
  private long position;

  OperationLog(Storage storage, OperationLogOptions options) {
    this.storage = requireNonNull(storage, "storage");
    this.options = requireNonNull(options, "options");
    this.completeAfter = NumberRow.decode(storage.get(Table.META, MetaKeys.OPERATION_LOG), 0);
    this.position = completeAfter == 0 ? 0 : lastPosition();
  }

  /** What is committed from now on is known; called once, before the first write. */
  void startAfter(long time, long lsn) {
    heads.startAfter(lsn);
    tail.clear(time);
  }

  private long lastPosition() {
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursorDown(Table.LOG, PREFIX, Bytes.after(PREFIX))) {
      return rows.next() ? OperationRow.position(rows.value()) + rows.value().length : 0;
    }
  }

  /** Who waits for what, and how far namespaces have come. */
  public OperationHeads heads() {
    return heads;
  }

  /** Every change after this log time is in the log; 0 if none is kept. */
  public long completeAfter() {
    return completeAfter;
  }

  public boolean isKept() {
    return completeAfter != 0;
  }

  /** Another node keeps the log from that log time on. */
  public void followed(long from) {
    completeAfter = from;
  }

  /** Another node has logged a change. */
  public void followed(OperationRow row, long lsn) {
    heads.appended(row.namespace(), lsn);
    if (row.target() != null) {
      heads.appended(row.target(), lsn);
    }
  }

  /** Whether changes of a container are logged, or would be. */
  public boolean includes(ContainerDefinition definition) {
    return options.format().includes(definition);
  }

  /** Keeps the log from now on; the last changes before are still known. */
  public Void start(WriteTransaction transaction) {
    if (completeAfter == 0) {
      long from = tail.completeAfter();
      for (LoggedChange each : tail.changes()) {
        put(transaction, each);
      }
      transaction.put(Table.META, MetaKeys.OPERATION_LOG, NumberRow.encode(from));
      transaction.afterCommit(
          () -> {
            completeAfter = from;
            tail.clear(from);
          });
    }
    return null;
  }

  /**
   * Logs the change of an item of a container that is included.
   *
   * @param replaces whether a version took the place of the one before as a whole
   * @param before the version before, or null
   * @param after the new version, or null
   */
  public void changed(
      WriteTransaction transaction,
      Place place,
      long lsn,
      boolean replaces,
      ItemRow before,
      ItemRow after) {
    OperationKind kind =
        before == null
            ? OperationKind.CREATE
            : after == null
                ? OperationKind.DELETE
                : replaces ? OperationKind.REPLACE : OperationKind.UPDATE;
    append(transaction, LoggedChange.ofItem(transaction, lsn, kind, place, before, after));
  }

  /**
   * The container of a change.
   *
   * @param definition as of the change; null for a database
   * @param namespace of both names; shared, not to be changed
   */
  public record Place(
      int number, String database, ContainerDefinition definition, byte[] namespace) {
    public Place(int number, String database, ContainerDefinition definition) {
      this(
          number,
          database,
          definition,
          OperationRow.namespace(database, definition == null ? null : definition.name()));
    }
  }

  /**
   * Logs the change of a container that is included.
   *
   * @param before its state before, encoded; null if it is new
   * @param after its state after, encoded; null if it was dropped
   * @param target the namespace of a renamed container, or null
   */
  public void defined(
      WriteTransaction transaction,
      OperationKind kind,
      Place place,
      byte[] before,
      byte[] after,
      byte[] target) {
    long lsn = transaction.nextLsn();
    append(
        transaction,
        LoggedChange.ofDefinition(transaction, lsn, kind, place, before, after, target));
  }

  /** Logs that a database was dropped. */
  public void databaseDropped(WriteTransaction transaction, String database) {
    Place place = new Place(NUMBER, database, null);
    defined(transaction, OperationKind.DROP_DATABASE, place, null, null, null);
  }

  /** Says that changes are made that are not logged, because no log is kept. */
  public void skipped(WriteTransaction transaction) {
    long time = LogTime.of(transaction.nowSecond(), transaction.nextLsn());
    transaction.afterCommit(() -> tail.clear(time));
  }

  private void append(WriteTransaction transaction, LoggedChange change) {
    if (completeAfter == 0) {
      transaction.afterCommit(() -> tail.add(change));
    } else {
      put(transaction, change);
    }
  }

  private void put(WriteTransaction transaction, LoggedChange change) {
    OperationRow row = change.row(options.format(), position);
    if (row == null) {
      return;
    }
    byte[] value = row.encode(change.isWithoutBody() ? change.after() : null);
    position += value.length;
    transaction.put(Table.LOG, Keys.log(NUMBER, change.lsn()), value);
    transaction.appended(row.namespace(), change.lsn());
    if (row.target() != null) {
      transaction.appended(row.target(), change.lsn());
    }
  }

  /** Whether something is to be removed. */
  public boolean needsTrim(long nowSecond) {
    if (completeAfter == 0) {
      return false;
    }
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursor(Table.LOG, PREFIX, Bytes.after(PREFIX))) {
      Retention retention = options.retention();
      return rows.next()
          && (nowSecond - OperationRow.second(rows.value())
                  > retention.seconds() + retention.seconds() / SLACK
              || lastPosition() - OperationRow.position(rows.value())
                  > retention.bytes() + retention.bytes() / SLACK);
    }
  }

  /** Removes the oldest rows beyond the bounds. To be alone in its group. */
  public Boolean trim(WriteTransaction transaction) {
    Retention retention = options.retention();
    long keptFrom = transaction.nowSecond() - retention.seconds();
    long positionFrom = position - retention.bytes();
    long first = -1;
    try (RowCursor rows = transaction.cursor(Table.LOG, PREFIX, Bytes.after(PREFIX))) {
      if (rows.next()) {
        first = Keys.logLsn(rows.key());
      }
    }
    if (first < 0) {
      return false;
    }
    long before = first - 1;
    long end = transaction.nextLsn();
    long lastSecond = 0;
    while (before + 1 < end) {
      long middle = before + (end - before) / 2;
      try (RowCursor rows =
          transaction.cursor(Table.LOG, Keys.log(NUMBER, middle), Bytes.after(PREFIX))) {
        if (rows.next() && isOld(rows.value(), keptFrom, positionFrom)) {
          before = Keys.logLsn(rows.key());
          lastSecond = OperationRow.second(rows.value());
        } else {
          end = middle;
        }
      }
    }
    if (before >= first) {
      long from = LogTime.of(lastSecond, before);
      transaction.deleteRange(Table.LOG, PREFIX, Keys.log(NUMBER, before + 1));
      transaction.put(Table.META, MetaKeys.OPERATION_LOG, NumberRow.encode(from));
      transaction.afterCommit(() -> completeAfter = from);
    }
    return before >= first;
  }

  /** Removes all rows and begins anew at the last LSN of the decision, which is alone. */
  public void clear(WriteTransaction transaction) {
    long from = transaction.logTime();
    transaction.deleteRange(Table.LOG, PREFIX, Bytes.after(PREFIX));
    boolean kept = completeAfter != 0;
    if (kept) {
      transaction.put(Table.META, MetaKeys.OPERATION_LOG, NumberRow.encode(from));
    }
    transaction.afterCommit(
        () -> {
          completeAfter = kept ? from : 0;
          tail.clear(from);
        });
  }

  private static boolean isOld(byte[] value, long keptFrom, long positionFrom) {
    return OperationRow.second(value) < keptFrom
        || OperationRow.position(value) + value.length <= positionFrom;
  }
}
