package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.deadrange.DeadRanges;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group of writes that is being committed: its instant, its LSNs, its counts. One at a time, on
 * the storage's writing thread.
 *
 * <p>LSNs below a stored ceiling may have been given out; the ceiling is stored and synced before
 * the first number above the old one is used, so that no number is used twice, even if a relaxed
 * storage loses its last commits.
 */
final class CommitGroup implements GroupListener {
  private static final Logger log = LoggerFactory.getLogger(CommitGroup.class);
  private static final long LSN_RESERVE = 1 << 20;

  /** More LSNs than a group takes. */
  private static final long LSN_MARGIN = 1 << 24;

  private static final long NEXT_SECOND_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);

  private final Timekeeper timekeeper;
  private final Counts counts;
  private final DeadRanges deadRanges;

  private long nextLsn;
  private long lsnCeiling;
  private long reserving;
  private long lastSecond;
  private volatile long lastTime;
  private volatile long lastCommittedLsn;
  private final OperationLog operationLog;

  private long nowSecond;
  private long lastLsn;
  private long deltaLsn;
  private CountDeltas deltas = new CountDeltas();
  private final LiveByteDeltas liveChanges = new LiveByteDeltas();
  private final List<Runnable> commitActions = new ArrayList<>();
  private final List<Runnable> unconditionalActions = new ArrayList<>();
  private final List<Runnable> failureActions = new ArrayList<>();

  CommitGroup(
      Storage storage,
      Timekeeper timekeeper,
      Counts counts,
      DeadRanges deadRanges,
      OperationLog operationLog) {
    this.operationLog = requireNonNull(operationLog, "operationLog");
    this.timekeeper = requireNonNull(timekeeper, "timekeeper");
    this.counts = requireNonNull(counts, "counts");
    this.deadRanges = requireNonNull(deadRanges, "deadRanges");
    byte[] ceiling = storage.get(Table.META, MetaKeys.LSN_CEILING);
    this.lsnCeiling = NumberRow.decode(ceiling, 1);
    this.reserving = lsnCeiling;
    this.nextLsn =
        timekeeper.isFollowing()
            ? FollowedLsn.last(storage, counts, Math.max(0, lsnCeiling - LSN_RESERVE - 1)) + 1
            : lsnCeiling;
    byte[] clock = storage.get(Table.META, MetaKeys.CLOCK);
    this.lastSecond = NumberRow.decode(clock, Long.MIN_VALUE);
    this.lastCommittedLsn = nextLsn - 1;
    // Not before any time that was shown, even if a relaxed storage has lost its last commits.
    this.lastTime = LogTime.of(timekeeper.groupSecond(lastSecond), nextLsn - 1);
    operationLog.startAfter(lastTime, nextLsn - 1);
  }

  /** An LSN that is not below that of {@link #lastTime} if it is asked for later. */
  long lastCommittedLsn() {
    return lastCommittedLsn;
  }

  OperationLog operationLog() {
    return operationLog;
  }

  /** Another node has committed a write. */
  void followed(long second, long lsn) {
    lastCommittedLsn = Math.max(lastCommittedLsn, lsn);
    lastTime = LogTime.max(lastTime, LogTime.of(second, lsn));
    nextLsn = Math.max(nextLsn, lsn + 1);
  }

  /** The log time of the last write that was committed. */
  long lastTime() {
    return lastTime;
  }

  /** The first LSN that has not been given out. */
  long upcomingLsn() {
    return nextLsn;
  }

  DeadRanges deadRanges() {
    return deadRanges;
  }

  WriteTransaction transaction(WriteView view) {
    return new WriteTransaction(view, this);
  }

  /** The decision ran to its end: its counts and actions belong to the group. */
  void accept(WriteTransaction transaction) {
    if (!transaction.counts().isEmpty()) {
      deltas.addAll(transaction.counts());
    }
    if (transaction.wrote()) {
      liveChanges.addAll(transaction.liveChanges());
      commitActions.addAll(transaction.commitActions());
      failureActions.addAll(transaction.failureActions());
    } else {
      unconditionalActions.addAll(transaction.commitActions());
    }
  }

  /** Runs an action when the group has ended, also if the decision that added it was refused. */
  void afterEnd(Runnable action) {
    unconditionalActions.add(action);
  }

  long nowSecond() {
    return nowSecond;
  }

  long renewNow() {
    long before = nowSecond;
    nowSecond = timekeeper.groupSecond(nowSecond);
    assert nowSecond >= before : "_ts falls from " + before + " to " + nowSecond;
    timekeeper.inFlight().set(nowSecond);
    return nowSecond;
  }

  /** The clock of the emptied store has started again, perhaps earlier; the group is alone. */
  void clockRestarted() {
    timekeeper.restarted();
    nowSecond = timekeeper.groupSecond(Long.MIN_VALUE);
    timekeeper.inFlight().set(nowSecond);
  }

  LiveByteDeltas liveChanges() {
    return liveChanges;
  }

  CountDeltas counts() {
    return deltas;
  }

  long nextLsn() {
    lastLsn = nextLsn++;
    return lastLsn;
  }

  /** The log time of the last LSN that was taken. */
  long logTime() {
    return LogTime.of(nowSecond, lastLsn);
  }

  @Override
  public void begin(WriteView view) {
    reset();
    deadRanges.groupBegins();
    timekeeper.inFlight().open();
    nowSecond = timekeeper.groupSecond(lastSecond);
    if (nextLsn + LSN_MARGIN >>> 32 != nextLsn >>> 32) {
      passPeriod();
    }
    assert nowSecond >= lastSecond : "_ts falls from " + lastSecond + " to " + nowSecond;
    timekeeper.inFlight().set(nowSecond);
  }

  /**
   * Continues with the next multiple of {@link LogTime#LSN_PERIOD}, in a second that has no LSN of
   * the period before. That second is waited for, once in four billion writes; a clock that was
   * stopped is not.
   */
  private void passPeriod() {
    nextLsn = (nextLsn / LogTime.LSN_PERIOD + 1) * LogTime.LSN_PERIOD + 1;
    long untilNanos = System.nanoTime() + NEXT_SECOND_NANOS_MAX;
    while (nowSecond <= lastSecond && System.nanoTime() - untilNanos < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      nowSecond = timekeeper.groupSecond(lastSecond);
    }
  }

  /**
   * A write that is submitted after a second has begun must not get the second before (B4), and
   * what a reader has seen dead must be dead for the write that follows (B5). The clock is asked
   * when the write has been handed over, so it was not less for the caller.
   */
  @Override
  public boolean mayGrow() {
    return timekeeper.isStill(nowSecond);
  }

  @Override
  public boolean mustCommit() {
    return timekeeper.mustCommit(nowSecond);
  }

  @Override
  public void end(WriteView view) {
    if (!deltas.isEmpty()) {
      deltaLsn = nextLsn++;
      view.put(Table.COUNTS, CountKeys.delta(counts.pendingDeltas()), deltas.encode(deltaLsn));
    }
    timekeeper.groupEnds(view, nowSecond);
    if (nextLsn > lsnCeiling) {
      reserving = nextLsn + LSN_RESERVE;
      view.put(Table.META, MetaKeys.LSN_CEILING, NumberRow.encode(reserving));
      view.requireSync();
    }
  }

  @Override
  public void committed() {
    lsnCeiling = Math.max(lsnCeiling, reserving);
    assert nextLsn <= lsnCeiling : "LSN " + nextLsn + " beyond the stored ceiling " + lsnCeiling;
    lastSecond = nowSecond;
    timekeeper.groupCommitted(nowSecond);
    counts.apply(deltas, deltaLsn);
    deadRanges.groupEnds();
    run(commitActions);
    // After the heads of the operation log: a reader that sees the time must see its changes.
    if (lastLsn != 0) {
      lastCommittedLsn = lastLsn;
      lastTime = LogTime.of(nowSecond, lastLsn);
    }
    run(unconditionalActions);
    timekeeper.inFlight().close();
    reset();
  }

  @Override
  public void abandoned() {
    reserving = lsnCeiling;
    timekeeper.groupAbandoned();
    deadRanges.groupEnds();
    run(failureActions);
    run(unconditionalActions);
    timekeeper.inFlight().close();
    reset();
  }

  private void reset() {
    lastLsn = 0;
    if (!deltas.isEmpty()) {
      deltas = new CountDeltas();
    }
    liveChanges.clear();
    commitActions.clear();
    failureActions.clear();
    unconditionalActions.clear();
  }

  private static void run(List<Runnable> actions) {
    for (Runnable action : actions) {
      try {
        action.run();
      } catch (RuntimeException e) {
        log.error("An action after a commit failed", e);
      }
    }
  }
}
