package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.WriteView;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A decision on its way: who waits for it, and how it ended. */
final class Task<R> {
  private static final Logger LOG = LoggerFactory.getLogger(Task.class);

  private final Decision<R> decision;
  private final Completion<R> completion;
  private final Thread waiter;
  private final boolean exclusive;
  private R result;
  private Throwable failure;
  private boolean sawStagedRows;
  private volatile boolean done;

  /** For a caller who is told. */
  Task(Decision<R> decision, Completion<R> completion) {
    this.decision = requireNonNull(decision, "decision");
    this.completion = requireNonNull(completion, "completion");
    this.waiter = null;
    this.exclusive = decision.exclusive();
  }

  /** For a caller who waits. */
  Task(Decision<R> decision) {
    this.decision = requireNonNull(decision, "decision");
    this.completion = null;
    this.waiter = Thread.currentThread();
    this.exclusive = decision.exclusive();
  }

  boolean isExclusive() {
    return exclusive;
  }

  boolean needsSync() {
    return decision.needsSync();
  }

  /** Returns false if the decision threw. */
  boolean decide(WriteView view, boolean seesStagedRows) {
    sawStagedRows = seesStagedRows;
    try {
      result = decision.decide(view);
      return true;
    } catch (Throwable thrown) {
      failure = thrown;
      return false;
    }
  }

  /**
   * The group was not committed. A decision that threw keeps its own failure, unless it may have
   * thrown because of rows that now never were.
   */
  void groupFailed(Throwable groupFailure) {
    if (failure == null || sawStagedRows) {
      failure = groupFailure;
    }
    result = null;
  }

  /** Called at the very end by the committing thread; a second call does nothing. */
  void finish() {
    if (done) {
      return;
    }
    done = true;
    if (waiter != null) {
      if (waiter != Thread.currentThread()) {
        LockSupport.unpark(waiter);
      }
      return;
    }
    try {
      completion.complete(result, failure);
    } catch (Throwable thrown) {
      LOG.error("A completion threw; its decision is not affected", thrown);
    }
  }

  /** The last resort when memory is gone: what this throws is dropped, so that others go on. */
  void finishSilently() {
    try {
      finish();
    } catch (Throwable dropped) {
      done = true;
    }
  }

  /** Waits for the end. An interrupt does not end it, because the rows may be committed already. */
  R await() {
    boolean interrupted = false;
    while (!done) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new IllegalStateException("A decision threw a checked exception", failure);
    }
    return result;
  }
}
