package dev.mayfly.engine.container;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Readers that wait for a change. */
public final class ChangeWaiters {
  private static final int WAITERS_MAX = 10_000;

  private final List<Waiter> waiting = new ArrayList<>();
  private final AtomicInteger count = new AtomicInteger();

  private record Waiter(long afterLsn, CompletableFuture<Void> future) {}

  /** Completed at the first change after that LSN; the caller checks once more after asking. */
  public CompletableFuture<Void> await(long afterLsn) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    synchronized (waiting) {
      waiting.removeIf(waiter -> waiter.future().isDone());
      if (waiting.size() >= WAITERS_MAX) {
        throw new EngineException(
            ErrorCode.OVERLOADED, "Too many readers wait for changes of this container.");
      }
      waiting.add(new Waiter(afterLsn, future));
      count.set(waiting.size());
    }
    return future;
  }

  void wakeUpTo(long lsn) {
    if (count.get() == 0) {
      return;
    }
    List<Waiter> woken = new ArrayList<>();
    synchronized (waiting) {
      waiting.removeIf(waiter -> waiter.afterLsn() < lsn && woken.add(waiter));
      count.set(waiting.size());
    }
    woken.forEach(waiter -> waiter.future().complete(null));
  }

  void wakeAll() {
    wakeUpTo(Long.MAX_VALUE);
  }
}
