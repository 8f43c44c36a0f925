package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.count.CountDeltas;
import dev.mayfly.engine.count.Counts;
import dev.mayfly.engine.count.LiveChanges;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.ArrayList;
import java.util.List;
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
final class Group implements GroupListener {
  private static final Logger log = LoggerFactory.getLogger(Group.class);
  private static final long LSN_RESERVE = 1 << 20;

  private final Timekeeper timekeeper;
  private final Counts counts;

  private long nextLsn;
  private long lsnCeiling;
  private long reserving;
  private long lastSecond;

  private long nowSecond;
  private long deltaLsn;
  private CountDeltas deltas = new CountDeltas();
  private final LiveChanges liveChanges = new LiveChanges();
  private final List<Runnable> commitActions = new ArrayList<>();
  private final List<Runnable> unconditionalActions = new ArrayList<>();
  private final List<Runnable> failureActions = new ArrayList<>();

  Group(Storage storage, Timekeeper timekeeper, Counts counts) {
    this.timekeeper = requireNonNull(timekeeper, "timekeeper");
    this.counts = requireNonNull(counts, "counts");
    byte[] ceiling = storage.get(Table.META, MetaKeys.LSN_CEILING);
    this.nextLsn = ceiling == null ? 1 : Bytes.getLong(ceiling, 0);
    this.lsnCeiling = nextLsn;
    this.reserving = nextLsn;
    byte[] clock = storage.get(Table.META, MetaKeys.CLOCK);
    this.lastSecond = clock == null ? Long.MIN_VALUE : Bytes.getLong(clock, 0);
  }

  /** The first LSN that has not been given out. */
  long upcomingLsn() {
    return nextLsn;
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

  /** Whatever becomes of the decision that asks for it. */
  void afterEnd(Runnable action) {
    unconditionalActions.add(action);
  }

  long nowSecond() {
    return nowSecond;
  }

  long renewNow() {
    nowSecond = timekeeper.groupSecond(nowSecond);
    timekeeper.inFlight().set(nowSecond);
    return nowSecond;
  }

  LiveChanges liveChanges() {
    return liveChanges;
  }

  CountDeltas counts() {
    return deltas;
  }

  long nextLsn() {
    return nextLsn++;
  }

  @Override
  public void begin(WriteView view) {
    reset();
    timekeeper.inFlight().open();
    nowSecond = timekeeper.groupSecond(lastSecond);
    timekeeper.inFlight().set(nowSecond);
  }

  /**
   * Whoever hands a write over after a second has begun must not get the second before (B4), and
   * what a reader has seen dead must be dead for the write that follows (B5). The clock is asked
   * when the write has been handed over, so it has not been less for whoever did that.
   */
  @Override
  public boolean mayGrow() {
    return timekeeper.isStill(nowSecond);
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
      view.put(Table.META, MetaKeys.LSN_CEILING, Bytes.ofLong(reserving));
      view.requireSync();
    }
  }

  @Override
  public void committed() {
    lsnCeiling = Math.max(lsnCeiling, reserving);
    lastSecond = nowSecond;
    timekeeper.groupCommitted(nowSecond);
    counts.apply(deltas, deltaLsn);
    run(commitActions);
    run(unconditionalActions);
    timekeeper.inFlight().close();
    reset();
  }

  @Override
  public void abandoned() {
    reserving = lsnCeiling;
    run(failureActions);
    run(unconditionalActions);
    timekeeper.inFlight().close();
    reset();
  }

  private void reset() {
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
