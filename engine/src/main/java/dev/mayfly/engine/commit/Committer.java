package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OperationLogOptions;
import dev.mayfly.engine.deadrange.DeadRanges;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.WriteView;

/** Hands the engine's writes to the storage. */
public final class Committer {
  private final Storage storage;
  private final CommitGroup group;

  /**
   * @param deadRanges learns of every row before it is committed
   */
  public Committer(
      Storage storage,
      Timekeeper timekeeper,
      Counts counts,
      DeadRanges deadRanges,
      OperationLogOptions operationLog) {
    this.storage = requireNonNull(storage, "storage");
    this.group =
        new CommitGroup(
            storage, timekeeper, counts, deadRanges, new OperationLog(storage, operationLog));
    storage.start(group);
  }

  /** The first LSN that no committed write has; call it before the first write, or in one. */
  public long upcomingLsn() {
    return group.upcomingLsn();
  }

  /** Another node has committed a write with that LSN; for a store that follows. */
  public void followed(long second, long lsn) {
    group.followed(second, lsn);
  }

  public OperationLog operationLog() {
    return group.operationLog();
  }

  /** An LSN that is not below that of {@link #lastTime}, if that was asked for before. */
  public long lastLsn() {
    return group.lastCommittedLsn();
  }

  /** The log time of the last write that was committed. */
  public long lastTime() {
    return group.lastTime();
  }

  /** Runs a write and waits for its commit. */
  public <R> R execute(Write<R> write, CommitOptions options) {
    return storage.execute(new GroupDecision<>(write, options));
  }

  /** Hands a write over and returns at once; the completion is called after its commit. */
  public <R> void submit(Write<R> write, CommitOptions options, Completion<R> completion) {
    storage.submit(new GroupDecision<>(write, options), completion);
  }

  private final class GroupDecision<R> implements Decision<R> {
    private final Write<R> write;
    private final CommitOptions options;

    private GroupDecision(Write<R> write, CommitOptions options) {
      this.write = requireNonNull(write, "write");
      this.options = requireNonNull(options, "options");
    }

    @Override
    public R decide(WriteView view) {
      WriteTransaction transaction = group.transaction(view);
      R result = write.run(transaction);
      group.accept(transaction);
      return result;
    }

    @Override
    public boolean exclusive() {
      return options.exclusive();
    }

    @Override
    public boolean needsSync() {
      return options.needsSync();
    }

    @Override
    public boolean mayUseReserve() {
      return options.mayUseReserve();
    }

    @Override
    public boolean inline() {
      return options.inline();
    }
  }
}
