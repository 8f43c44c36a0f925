package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.count.Counts;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.WriteView;
import java.util.concurrent.CompletableFuture;

/** Hands the engine's writes to the storage. */
public final class Committer {
  private final Storage storage;
  private final Group group;

  public Committer(Storage storage, Timekeeper timekeeper, Counts counts) {
    this.storage = requireNonNull(storage, "storage");
    this.group = new Group(storage, timekeeper, counts);
    storage.start(group);
  }

  /** The first LSN that no committed write has; call it before the first write, or in one. */
  public long upcomingLsn() {
    return group.upcomingLsn();
  }

  /** Runs a write and waits for its commit. */
  public <R> R execute(Write<R> write) {
    return storage.execute(new GroupDecision<>(write, false, true, false));
  }

  /** As {@link #execute}, alone in its group: it may walk rows and delete ranges. */
  public <R> R executeAlone(Write<R> write) {
    return storage.execute(new GroupDecision<>(write, true, true, false));
  }

  /** As {@link #executeAlone}, without waiting for a sync: nobody relies on it. */
  public <R> R executeInBackground(Write<R> write) {
    return storage.execute(new GroupDecision<>(write, true, false, false));
  }

  public <R> void submit(Write<R> write, Completion<R> completion) {
    storage.submit(new GroupDecision<>(write, false, true, false), completion);
  }

  /** As {@link #submit}, for a caller that has no more to submit just now. */
  public <R> void submitAlone(Write<R> write, Completion<R> completion) {
    storage.submit(new GroupDecision<>(write, false, true, true), completion);
  }

  public <R> CompletableFuture<R> submit(Write<R> write) {
    CompletableFuture<R> future = new CompletableFuture<>();
    submit(
        write,
        (result, failure) -> {
          if (failure == null) {
            future.complete(result);
          } else {
            future.completeExceptionally(failure);
          }
        });
    return future;
  }

  private final class GroupDecision<R> implements Decision<R> {
    private final Write<R> write;
    private final boolean exclusive;
    private final boolean needsSync;
    private final boolean alone;

    private GroupDecision(Write<R> write, boolean exclusive, boolean needsSync, boolean alone) {
      this.write = requireNonNull(write, "write");
      this.exclusive = exclusive;
      this.needsSync = needsSync;
      this.alone = alone;
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
      return exclusive;
    }

    @Override
    public boolean needsSync() {
      return needsSync;
    }

    @Override
    public boolean comesAlone() {
      return alone;
    }
  }
}
