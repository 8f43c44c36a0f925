package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the one order of writes. The holder of the writer role decides and commits; all others
 * leave their decisions in the queue.
 *
 * <p>The writer thread takes the role when decisions are waiting, and commits them in groups: while
 * one group is synced, the next one gathers. A blocking caller that finds no writer and nothing
 * waiting takes the role himself, because handing a lone decision to another thread and waiting for
 * it costs several times as much as committing it. So does one who hands over a lone decision where
 * a commit does not wait for the disk.
 *
 * <p>No wake-up is lost: a caller first queues its decision and then checks whether anybody holds
 * the role; the writer first leaves the role and then checks the queue.
 */
final class GroupWriter {
  private final int queueLimit;
  private final boolean commitWaits;
  private final GroupCommit commit;
  private final CallGate gate = new CallGate();
  private final ConcurrentLinkedQueue<CommitTask<?>> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicReference<Thread> role = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean parked;
  private volatile boolean started;
  private volatile boolean stopping;

  /**
   * @param commitWaits whether a commit waits for the disk, which no caller must do who hands over
   */
  GroupWriter(GroupCommit commit, int queueLimit, boolean commitWaits) {
    this.commit = requireNonNull(commit, "commit");
    this.queueLimit = queueLimit;
    this.commitWaits = commitWaits;
    this.thread = new Thread(this::work, "mayfly-writer");
    this.thread.setDaemon(true);
  }

  synchronized void start(GroupListener listener) {
    gate.enter();
    try {
      if (started) {
        throw new IllegalStateException("The storage was started before");
      }
      commit.listen(requireNonNull(listener, "listener"));
      thread.start();
      started = true;
    } finally {
      gate.leave();
    }
  }

  <R> void submit(Decision<R> decision, Completion<R> completion) {
    CommitTask<R> task = new CommitTask<>(decision, completion);
    gate.enter();
    try {
      checkStarted();
      if (!commitWaits && decision.inline() && takeRoleIfIdle()) {
        commitAndLeaveRole(task);
        return;
      } else if (waiting.incrementAndGet() > queueLimit) {
        waiting.decrementAndGet();
        task.groupFailed(overloaded());
      } else {
        enqueue(task);
        return;
      }
    } finally {
      gate.leave();
    }
    task.finish();
  }

  <R> R execute(Decision<R> decision) {
    checkNotWriting();
    CommitTask<R> task = new CommitTask<>(decision);
    gate.enter();
    try {
      checkStarted();
      if (takeRoleIfIdle()) {
        commitAndLeaveRole(task);
      } else {
        // Not limited: each of these keeps a thread waiting, and threads are few.
        waiting.incrementAndGet();
        enqueue(task);
      }
    } finally {
      gate.leave();
    }
    return task.await();
  }

  int waiting() {
    return waiting.get();
  }

  /** Returns when all accepted decisions have ended and none can come in any more. */
  void close() {
    checkNotWriting();
    gate.close();
    stopping = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException exception) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A decision or completion that waited for a decision would wait for itself. */
  void checkNotWriting() {
    if (role.get() == Thread.currentThread()) {
      throw new IllegalStateException(
          "A decision or completion must not wait for a decision or for the end of the storage");
    }
  }

  private void enqueue(CommitTask<?> task) {
    queue.add(task);
    if (role.get() == null) {
      wake();
    }
  }

  private boolean takeRoleIfIdle() {
    return waiting.get() == 0 && role.compareAndSet(null, Thread.currentThread());
  }

  private void commitAndLeaveRole(CommitTask<?> task) {
    try {
      commit.run(task);
    } finally {
      role.set(null);
      if (!queue.isEmpty()) {
        wake();
      }
    }
  }

  private void wake() {
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  private void work() {
    while (!stopping || !queue.isEmpty()) {
      if (queue.isEmpty() || !role.compareAndSet(null, thread)) {
        parkUnlessNeeded();
      } else {
        try {
          while (!queue.isEmpty()) {
            commit.run(queue, waiting);
          }
        } finally {
          role.set(null);
        }
      }
    }
  }

  private void parkUnlessNeeded() {
    parked = true;
    if (!stopping && (queue.isEmpty() || role.get() != null)) {
      LockSupport.park(this);
    }
    parked = false;
    Thread.interrupted();
  }

  private void checkStarted() {
    if (!started) {
      throw new IllegalStateException("The storage was not started");
    }
  }

  private EngineException overloaded() {
    return new EngineException(
        ErrorCode.OVERLOADED,
        queueLimit + " writes are waiting already; try again when some are done");
  }
}
