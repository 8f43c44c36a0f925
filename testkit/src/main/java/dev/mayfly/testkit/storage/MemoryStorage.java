package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rows in memory. Decisions run under one lock, each in a group of its own, on a copy of the
 * references to the tables; a commit publishes the copy. A caller that finds the lock taken leaves
 * the decision in the queue, and the thread that has the lock runs it.
 */
public final class MemoryStorage implements Storage {
  /** Decisions that may wait when nothing else is said. */
  public static final int QUEUE_LIMIT_DEFAULT = 65_536;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayBlockingQueue<Task<?>> queue;
  private final int queueLimit;
  private volatile Tables committed;
  private volatile GroupListener listener;
  private volatile boolean closed;

  public MemoryStorage() {
    this(QUEUE_LIMIT_DEFAULT);
  }

  public MemoryStorage(int queueLimit) {
    this(Tables.EMPTY, queueLimit);
  }

  private MemoryStorage(Tables committed, int queueLimit) {
    this.committed = committed;
    this.queueLimit = queueLimit;
    this.queue = new ArrayBlockingQueue<>(queueLimit);
  }

  /** Closes this storage and returns a new one with the rows committed so far: a restart. */
  public MemoryStorage reopen() {
    close();
    return new MemoryStorage(committed, queueLimit);
  }

  @Override
  public Set<Capability> capabilities() {
    checkOpen();
    return Collections.unmodifiableSet(EnumSet.of(Capability.MULTI_PARTITION_COMMITS));
  }

  @Override
  public void start(GroupListener groupListener) {
    checkOpen();
    requireNonNull(groupListener, "groupListener");
    if (listener != null) {
      throw new IllegalStateException("The storage was started before");
    }
    listener = groupListener;
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    checkOpen();
    return committed.get(table, key);
  }

  @Override
  public ReadView snapshot() {
    checkOpen();
    return new View(committed);
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    checkOpen();
    checkStarted();
    if (!queue.offer(new Task<>(decision, completion))) {
      completion.complete(
          null,
          new EngineException(
              ErrorCode.OVERLOADED,
              queueLimit + " writes are waiting already; try again when some are done"));
      return;
    }
    if (!lock.isHeldByCurrentThread()) {
      runQueued();
    }
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    checkOpen();
    checkStarted();
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("A decision or completion must not wait for a decision");
    }
    Task<R> task = new Task<>(decision, (result, failure) -> {});
    lock.lock();
    try {
      runAll();
      task.run();
    } finally {
      lock.unlock();
    }
    runQueued();
    return task.outcome();
  }

  @Override
  public int waiting() {
    checkOpen();
    return queue.size();
  }

  @Override
  public long sizeOnDiskBytes() {
    checkOpen();
    return 0;
  }

  @Override
  public void backup(Path directory) {
    checkOpen();
    throw new EngineException(
        ErrorCode.NOT_SUPPORTED, "Rows in memory cannot be backed up to " + directory);
  }

  @Override
  public void close() {
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("A decision or completion must not close the storage");
    }
    lock.lock();
    try {
      runAll();
      closed = true;
    } finally {
      lock.unlock();
    }
    // Tasks that arrived while this thread was closing are failed.
    runQueued();
  }

  /** A task that was queued while its predecessor left the lock is found by the second check. */
  private void runQueued() {
    while (!queue.isEmpty() && lock.tryLock()) {
      try {
        runAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void runAll() {
    for (Task<?> task = queue.poll(); task != null; task = queue.poll()) {
      task.run();
    }
  }

  private void checkStarted() {
    if (listener == null) {
      throw new IllegalStateException("The storage was not started");
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new EngineException(ErrorCode.CLOSED, "The storage is closed");
    }
  }

  /** One decision, its group, and how it ended. Run under the lock. */
  private final class Task<R> {
    private final Decision<R> decision;
    private final Completion<R> completion;
    private R result;
    private Throwable failure;

    Task(Decision<R> decision, Completion<R> completion) {
      this.decision = requireNonNull(decision, "decision");
      this.completion = requireNonNull(completion, "completion");
    }

    void run() {
      StagedRows staged = new StagedRows(committed);
      try {
        checkOpen();
        decideAndCommit(staged);
      } catch (Throwable thrown) {
        failure = thrown;
        result = null;
      } finally {
        staged.expire();
      }
      try {
        completion.complete(result, failure);
      } catch (Throwable thrown) {
        // A failing callback must not stop the decisions of others.
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
      }
    }

    private void decideAndCommit(StagedRows staged) {
      boolean commit = false;
      try {
        listener.begin(staged);
        int before = staged.writes();
        staged.allowRanges(decision.exclusive());
        result = decision.decide(staged);
        staged.allowRanges(false);
        if (staged.writes() > before || listener.mustCommit()) {
          listener.end(staged);
          commit = true;
        }
      } finally {
        if (commit) {
          committed = staged.tables();
          listener.committed();
        } else {
          listener.abandoned();
        }
      }
    }

    R outcome() {
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      return result;
    }
  }

  private final class View implements ReadView {
    private final Tables tables;
    private volatile boolean viewClosed;

    View(Tables tables) {
      this.tables = tables;
    }

    @Override
    public byte[] get(Table table, byte[] key) {
      checkUsable();
      return tables.get(table, key);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      checkUsable();
      return tables.cursor(table, fromInclusive, toExclusive, this::checkUsable);
    }

    @Override
    public RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive) {
      checkUsable();
      return tables.cursorDown(table, fromInclusive, toExclusive, this::checkUsable);
    }

    @Override
    public void close() {
      viewClosed = true;
    }

    private void checkUsable() {
      checkOpen();
      if (viewClosed) {
        throw new EngineException(ErrorCode.CLOSED, "The view is closed");
      }
    }
  }
}
