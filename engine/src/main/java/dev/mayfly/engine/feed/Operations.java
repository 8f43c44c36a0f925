package dev.mayfly.engine.feed;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.OperationLog;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads the operation log: all changes to all containers that are logged, in commit order. */
public final class Operations {
  private static final byte[] PREFIX = Keys.container(OperationLog.NUMBER);

  private final Storage storage;
  private final Committer committer;
  private final OperationLog log;
  private final long incarnation;

  public Operations(Storage storage, Committer committer, long incarnation) {
    this.storage = requireNonNull(storage, "storage");
    this.committer = requireNonNull(committer, "committer");
    this.log = committer.operationLog();
    this.incarnation = incarnation;
  }

  /**
   * What a reader is interested in.
   *
   * @param database null for all
   * @param container null for all of the database
   */
  public record Scope(String database, String container) {
    private String key() {
      return database == null ? "" : container == null ? database : database + '\0' + container;
    }
  }

  /**
   * What was read.
   *
   * @param throughLsn nothing in the scope up to this LSN is missing
   * @param throughTime the log time of that
   * @param throughIndex its place in its transaction; -1 if all of them are passed
   * @param more whether there may be more already
   */
  public record Batch(
      List<Operation> operations,
      long throughLsn,
      long throughTime,
      int throughIndex,
      boolean more) {
    private static Batch end(List<Operation> operations, long lsn, long time) {
      return new Batch(operations, lsn, time, -1, false);
    }
  }

  /** Keeps the log from now on, if it is not kept yet. */
  public void keep() {
    if (!log.isKept()) {
      committer.execute(log::start, CommitOptions.EXCLUSIVE);
    }
  }

  /** Of the store: another one after a restore. */
  public long incarnation() {
    return incarnation;
  }

  /** The log time of the last write that was committed. */
  public long lastTime() {
    return committer.lastTime();
  }

  /** The LSN of a log time that is not after the last one. */
  public long lsn(long time) {
    return LogTime.lsn(time, committer.lastLsn());
  }

  /** Every change after this log time is there; 0 if no log is kept. */
  public long completeAfter() {
    return log.completeAfter();
  }

  /** Completes when something changes in the scope after an LSN. */
  public CompletableFuture<Void> await(Scope scope, long afterLsn) {
    return log.heads().await(scope.key(), afterLsn);
  }

  /**
   * Changes after an LSN.
   *
   * @param rowsMax how many rows are read at most
   * @param bytesMax how many bytes of changes are taken; one change is, whatever its size
   * @throws EngineException FEED_TRUNCATED if some of them were removed
   */
  public Batch read(Scope scope, long afterLsn, int rowsMax, long bytesMax) {
    long time = committer.lastTime();
    long committed = lsn(time);
    if (!log.heads().mayHaveChanged(scope.key(), afterLsn)) {
      return Batch.end(List.of(), Math.max(committed, afterLsn), time);
    }
    byte[] namespace = scope.key().getBytes(StandardCharsets.UTF_8);
    List<Operation> found = new ArrayList<>();
    long through = afterLsn;
    byte[] last = null;
    try (ReadView view = storage.snapshot();
        RowCursor rows =
            view.cursor(
                Table.LOG, Keys.log(OperationLog.NUMBER, afterLsn + 1), Bytes.after(PREFIX))) {
      requireComplete(afterLsn);
      long bytes = 0;
      for (int i = 0; i < rowsMax && bytes < bytesMax; i++) {
        if (!rows.next()) {
          // What was committed after the time was taken is passed too.
          long lastTime = last == null ? 0 : LogTime.of(OperationRow.second(last), through);
          return Batch.end(found, Math.max(through, committed), LogTime.max(lastTime, time));
        }
        byte[] value = rows.value();
        last = value;
        through = Keys.logLsn(rows.key());
        if (namespace.length == 0 || isIn(value, namespace)) {
          found.add(Operation.of(through, OperationRow.decode(value)));
          bytes += value.length;
        }
      }
    }
    Operation passed = Operation.of(through, OperationRow.decode(last));
    return new Batch(found, through, passed.time(), passed.index(), true);
  }

  private static boolean isIn(byte[] value, byte[] namespace) {
    if (OperationRow.isIn(value, namespace)) {
      return true;
    }
    if (!OperationRow.isRename(value)) {
      return false;
    }
    return Operation.isIn(OperationRow.decode(value).target(), namespace);
  }

  private void requireComplete(long afterLsn) {
    long from = log.completeAfter();
    if (from == 0 || afterLsn < lsn(from)) {
      throw new EngineException(
          ErrorCode.FEED_TRUNCATED, "Changes that are asked for are no longer in the log.");
    }
  }

  /** The change with that LSN, or null. */
  public Operation find(long lsn) {
    byte[] value = storage.get(Table.LOG, Keys.log(OperationLog.NUMBER, lsn));
    return value == null ? null : Operation.of(lsn, OperationRow.decode(value));
  }

  /** An LSN before the first change at a log time or later, and after all changes before it. */
  public long before(long time) {
    long before = lsn(log.completeAfter());
    long end = committer.lastLsn() + 1;
    try (ReadView view = storage.snapshot()) {
      while (before + 1 < end) {
        long middle = before + (end - before) / 2;
        try (RowCursor rows =
            view.cursor(Table.LOG, Keys.log(OperationLog.NUMBER, middle), Bytes.after(PREFIX))) {
          if (rows.next() && LogTime.isAfter(time, timeOf(rows))) {
            before = Keys.logLsn(rows.key());
          } else {
            end = middle;
          }
        }
      }
    }
    return before;
  }

  private static long timeOf(RowCursor rows) {
    return LogTime.of(OperationRow.second(rows.value()), Keys.logLsn(rows.key()));
  }
}
