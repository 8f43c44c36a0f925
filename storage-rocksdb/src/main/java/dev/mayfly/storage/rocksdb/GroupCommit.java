package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.GroupListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides the decisions of a group one after another and commits what they staged as one batch. Run
 * by one thread at a time. Throws nothing: whatever happens ends in the tasks.
 */
final class GroupCommit implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

  /** More would not make the share of one sync smaller, only the first one's wait longer. */
  private static final int DECISIONS_MAX = 1024;

  private static final long STAGED_BYTES_MAX = 4L << 20;

  private final Database database;
  private final DiskSpace space;
  private final GroupSink sink;
  private final boolean syncAlways;
  private final StagedWrites overlay = new StagedWrites();
  private final GroupView view;
  private final List<CommitTask<?>> group = new ArrayList<>();
  private GroupListener listener;
  private boolean wrote;
  private boolean syncNeeded;
  private boolean settled;
  private boolean committed;

  GroupCommit(
      Database database,
      RowCache rowCache,
      DiskSpace space,
      GroupSink sink,
      Durability durability) {
    this.database = database;
    this.space = space;
    this.sink = sink;
    this.syncAlways = durability == Durability.SYNC;
    this.view = new GroupView(database, rowCache, overlay, sink.decisionBytesMax());
  }

  void listen(GroupListener groupListener) {
    listener = groupListener;
  }

  void run(CommitTask<?> task) {
    try {
      group.add(task);
      Throwable failure = begin();
      if (failure == null) {
        decide(task);
      }
      end(failure);
    } catch (Throwable unexpected) {
      giveUp(unexpected);
    }
  }

  /**
   * Runs a group of what is waiting, which is at least one decision: the group's instant must not
   * be older than its first decision. An exclusive decision is a group of its own.
   */
  void run(Queue<CommitTask<?>> queue, AtomicInteger waiting) {
    try {
      Throwable failure = begin();
      for (CommitTask<?> task = queue.peek(); task != null; task = nextOfGroup(task, queue)) {
        group.add(task);
        queue.remove();
        waiting.decrementAndGet();
        if (failure == null) {
          decide(task);
        }
      }
      end(failure);
    } catch (Throwable unexpected) {
      giveUp(unexpected);
    }
  }

  private CommitTask<?> nextOfGroup(CommitTask<?> last, Queue<CommitTask<?>> queue) {
    if (last.isExclusive() || isFull()) {
      return null;
    }
    CommitTask<?> next = queue.peek();
    return next == null || next.isExclusive() || !listener.mayGrow() ? null : next;
  }

  private boolean isFull() {
    return group.size() >= DECISIONS_MAX || overlay.stagedBytes() >= STAGED_BYTES_MAX;
  }

  private Throwable begin() {
    // Cleared here too, so that nothing of a group that ended badly can get into the next one.
    overlay.clear();
    wrote = false;
    syncNeeded = false;
    settled = false;
    committed = false;
    space.beginGroup();
    view.beginGroup();
    view.lend(false);
    try {
      listener.begin(view);
      return sink.refusal();
    } catch (Throwable thrown) {
      return thrown;
    } finally {
      view.expire();
    }
  }

  private void decide(CommitTask<?> task) {
    EngineException refusal = space.refusal(task.mayUseReserve());
    if (refusal != null) {
      task.refuse(refusal);
      return;
    }
    overlay.mark();
    view.lend(task.isExclusive());
    boolean decided = task.decide(view, wrote);
    view.expire();
    if (!decided) {
      overlay.undo();
    } else if (overlay.changedSinceMark()) {
      wrote = true;
      syncNeeded |= task.needsSync();
    }
  }

  private void end(Throwable beginFailure) {
    Throwable failure = beginFailure;
    if (failure == null && (wrote || listener.mustCommit())) {
      wrote = true;
      failure = commit();
    }
    settle(failure);
    finish();
  }

  /** From here on nothing can change how the group ended. */
  private void settle(Throwable failure) {
    committed = failure == null && wrote;
    settled = failure == null;
    if (failure != null) {
      for (CommitTask<?> task : group) {
        task.groupFailed(forCaller(failure));
      }
      settled = true;
    }
  }

  private void finish() {
    tellListener(committed);
    overlay.clear();
    for (CommitTask<?> task : group) {
      task.finish();
    }
    group.clear();
  }

  /** Memory ran out, or there is a defect here. No caller may wait for ever because of it. */
  private void giveUp(Throwable unexpected) {
    try {
      if (!settled) {
        group.forEach(task -> task.groupFailed(unexpected));
      }
      finish();
      LOG.error("A group of writes ended in an unexpected way", unexpected);
    } catch (Throwable again) {
      group.forEach(CommitTask::finishSilently);
      group.clear();
    }
  }

  private Throwable commit() {
    overlay.mark();
    view.lend(false);
    try {
      listener.end(view);
      sink.commit(overlay, syncAlways && syncNeeded || view.isSyncRequired());
      space.wrote(overlay.stagedBytes());
      return null;
    } catch (Throwable thrown) {
      return thrown;
    } finally {
      view.expire();
    }
  }

  private void tellListener(boolean ofCommit) {
    try {
      if (ofCommit) {
        listener.committed();
      } else {
        listener.abandoned();
      }
    } catch (Throwable thrown) {
      LOG.error("The group listener threw after the group had ended", thrown);
    }
  }

  /** Each caller gets an exception of his own, because exceptions are not made to be shared. */
  private Throwable forCaller(Throwable failure) {
    if (failure instanceof RocksDBException exception) {
      return database.failed("Committing rows", exception);
    }
    if (failure instanceof EngineException exception) {
      return new EngineException(exception.code(), exception.getMessage(), exception);
    }
    return new EngineException(
        ErrorCode.INTERNAL, "A group of writes could not be committed: " + failure, failure);
  }

  @Override
  public void close() {
    sink.close();
  }
}
