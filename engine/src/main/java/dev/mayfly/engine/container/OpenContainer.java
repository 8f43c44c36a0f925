package dev.mayfly.engine.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.commit.OperationLog;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.ru.Budget;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** An open container: its snapshot, its budget and the positions of the purge. */
public final class OpenContainer {
  private final int number;
  private final WorkSchedule schedule;
  private volatile ContainerSnapshot snapshot;
  private volatile boolean indexesChanging;
  private volatile Budget budget;
  private volatile boolean dropped;
  private final ChangeWaiters waiters = new ChangeWaiters();
  private final IndexWaiters indexWaiters = new IndexWaiters(() -> snapshot().indexes());
  private final AutomaticIndexes automaticIndexes = new AutomaticIndexes();
  private final AtomicLong nextDeadlineSecond = new AtomicLong(Long.MIN_VALUE);
  private final PurgePositions purgePositions = new PurgePositions();
  private final LongAdder purgedItems = new LongAdder();
  private volatile long backlogSinceSecond = Long.MAX_VALUE;
  private volatile long lastLsn;
  private volatile String databaseName;
  private volatile OperationLog.Place place;

  public OpenContainer(
      ContainerSnapshot snapshot,
      Budget budget,
      long lastLsn,
      String databaseName,
      WorkSchedule schedule) {
    this.schedule = requireNonNull(schedule, "schedule");
    this.number = snapshot.state().number();
    this.snapshot = requireNonNull(snapshot, "snapshot");
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

  /** Where its changes are, for the operation log. */
  public OperationLog.Place place() {
    OperationLog.Place known = place;
    ContainerDefinition definition = snapshot.definition();
    String database = databaseName;
    if (known == null || known.definition() != definition || !known.database().equals(database)) {
      known = new OperationLog.Place(number, database, definition);
      place = known;
    }
    return known;
  }

  public void databaseName(String next) {
    databaseName = requireNonNull(next, "next");
  }

  public ContainerSnapshot snapshot() {
    return snapshot;
  }

  public void publish(ContainerSnapshot next) {
    snapshot = requireNonNull(next, "next");
    indexWaiters.complete();
    workAt(Long.MIN_VALUE);
  }

  /** The background has, or may have, work here from that second on. */
  public void workAt(long second) {
    if (!dropped) {
      schedule.dueAt(this, second);
    }
  }

  /** The rows that describe indexes are about to change, if the write is committed. */
  public void indexesChange(WriteTransaction transaction) {
    indexesChanging = true;
    transaction.afterGroup(() -> indexesChanging = false);
  }

  /** The same at a node that follows, where another node has decided it. */
  public void indexesChanging(boolean changing) {
    indexesChanging = changing;
  }

  /**
   * Whether a snapshot describes the indexes as a view does that was taken after it and before this
   * call. A change that is in the view and not in the snapshot is still being committed, or has
   * published another snapshot.
   */
  public boolean hasCurrentIndexes(ContainerSnapshot taken) {
    return !indexesChanging && snapshot == taken;
  }

  public Budget budget() {
    return budget;
  }

  public void budget(Budget next) {
    budget = requireNonNull(next, "next");
  }

  public boolean isDropped() {
    return dropped;
  }

  public void drop() {
    dropped = true;
    schedule.remove(this);
    wakeAll();
  }

  /** Ends all waiting: there will be no more changes. */
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
      workAt(second);
    }
  }

  /**
   * The purge has checked everything: nothing is due before that second, unless something was
   * written meanwhile.
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

  /** Since when its oldest dead item is dead, or when the next one dies, as far as is known. */
  public long deadSinceSecond() {
    long since = backlogSinceSecond;
    return since == Long.MAX_VALUE ? nextDeadlineSecond() : since;
  }

  public void backlogSince(long second) {
    backlogSinceSecond = second;
  }

  public LongAdder purgedItems() {
    return purgedItems;
  }
}
