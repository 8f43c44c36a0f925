package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.ru.Budget;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A container as the running engine holds it: its face, its budget, and what the purge knows. */
public final class OpenContainer {
  private final int number;
  private volatile Face face;
  private volatile boolean indexesChanging;
  private volatile Budget budget;
  private volatile boolean dropped;
  private final ChangeWaiters waiters = new ChangeWaiters();
  private final IndexWaiters indexWaiters = new IndexWaiters();
  private final AutomaticIndexes automaticIndexes = new AutomaticIndexes();
  private final AtomicLong nextDeadlineSecond = new AtomicLong(Long.MIN_VALUE);
  private final PurgePositions purgePositions = new PurgePositions();
  private final LongAdder purgedItems = new LongAdder();
  private volatile long backlogSinceSecond = Long.MAX_VALUE;
  private volatile long lastLsn;
  private volatile String databaseName;

  OpenContainer(Face face, Budget budget, long lastLsn, String databaseName) {
    this.number = face.state().number();
    this.face = requireNonNull(face, "face");
    this.budget = requireNonNull(budget, "budget");
    this.lastLsn = lastLsn;
    this.databaseName = requireNonNull(databaseName, "databaseName");
  }

  public int number() {
    return number;
  }

  /** The name of the database it is in, or was in when it was deleted. */
  public String databaseName() {
    return databaseName;
  }

  void databaseName(String next) {
    databaseName = requireNonNull(next, "next");
  }

  public Face face() {
    return face;
  }

  void publish(Face next) {
    face = requireNonNull(next, "next");
  }

  /** The rows that tell of indexes are about to change, if the write is committed. */
  void indexesChange(WriteTransaction transaction) {
    indexesChanging = true;
    transaction.afterGroup(() -> indexesChanging = false);
  }

  /**
   * Whether a face tells of indexes what a view does that was taken after the face and before this
   * is asked. If a change is in that view and not in the face, it is still going on, or it has
   * published another face.
   */
  public boolean tellsIndexes(Face taken) {
    return !indexesChanging && face == taken;
  }

  public Budget budget() {
    return budget;
  }

  void budget(Budget next) {
    budget = requireNonNull(next, "next");
  }

  public boolean isDropped() {
    return dropped;
  }

  void drop() {
    dropped = true;
    wakeAll();
  }

  /** Nobody waits any longer: there will be no more changes. */
  public void wakeAll() {
    waiters.wakeAll();
    indexWaiters.failAll(
        new EngineException(
            dropped ? ErrorCode.CONTAINER_NOT_FOUND : ErrorCode.CLOSED,
            "The index is not built: its container was deleted or the engine closed."));
  }

  public ChangeWaiters waiters() {
    return waiters;
  }

  public IndexWaiters indexWaiters() {
    return indexWaiters;
  }

  public AutomaticIndexes automaticIndexes() {
    return automaticIndexes;
  }

  /** The LSN of the last committed change of an item, or an upper bound of it after a restart. */
  public long lastLsn() {
    return lastLsn;
  }

  /** An item of this container changed, in commit order. */
  public void changed(long lsn) {
    lastLsn = lsn;
    waiters.wakeUpTo(lsn);
  }

  /** No item is due before this second. */
  public long nextDeadlineSecond() {
    return nextDeadlineSecond.get();
  }

  /** Something may become due at that second. */
  public void deadlineAt(long second) {
    if (second < nextDeadlineSecond.get()) {
      nextDeadlineSecond.accumulateAndGet(second, Math::min);
    }
  }

  /**
   * The purge looked at everything: nothing is due before that second, if nothing came meanwhile.
   */
  public void nothingDueBefore(long expected, long second) {
    nextDeadlineSecond.compareAndSet(expected, second);
  }

  /** What the purge remembers; only for use while a write is being decided. */
  public PurgePositions purgePositions() {
    return purgePositions;
  }

  /** The deadline of the oldest item that the last slice left; MAX_VALUE if it left none. */
  public long backlogSinceSecond() {
    return backlogSinceSecond;
  }

  public void backlogSince(long second) {
    backlogSinceSecond = second;
  }

  public LongAdder purgedItems() {
    return purgedItems;
  }
}
