package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.WriteView;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A submitted decision: its caller and its outcome. */
final class CommitTask<R> {
  private static final Logger LOG = LoggerFactory.getLogger(CommitTask.class);

  private final Decision<R> decision;
  private final Completion<R> completion;
  private final Thread waiter;
  private final boolean exclusive;
  private R result;
  private Throwable failure;
  private boolean sawStagedRows;
  private volatile boolean done;

  /** For an asynchronous caller. */
  CommitTask(Decision<R> decision, Completion<R> completion) {
    this.decision = requireNonNull(decision, "decision");
    this.completion = requireNonNull(completion, "completion");
    this.waiter = null;
    this.exclusive = decision.exclusive();
  }

  /** For a blocking caller. */
  CommitTask(Decision<R> decision) {
    this.decision = requireNonNull(decision, "decision");
    this.completion = null;
    this.waiter = Thread.currentThread();
    this.exclusive = decision.exclusive();
  }

  boolean isExclusive() {
    return exclusive;
  }

  boolean mayUseReserve() {
    return decision.mayUseReserve();
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

  /** It ends without having been decided. */
  void refuse(Throwable refusal) {
    failure = refusal;
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

  /**
   * Last resort when memory is exhausted: failures here are dropped, so that other tasks complete.
   */
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
