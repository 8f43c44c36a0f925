package dev.mayfly.engine.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Waiters for index builds, and why builds failed. */
public final class IndexWaiters {
  private static final int FAILURES_MAX = 64;

  private final Supplier<OpenIndexes> published;
  private final List<Waiter> waiting = new ArrayList<>();
  private final Map<String, EngineException> failures = new LinkedHashMap<>();

  private record Waiter(int id, String name, CompletableFuture<Void> future) {}

  IndexWaiters(Supplier<OpenIndexes> published) {
    this.published = requireNonNull(published, "published");
  }

  /** Completed when the index is published as ready or gone, with the failure if there was one. */
  public synchronized CompletableFuture<Void> await(OpenIndex index) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    waiting.add(new Waiter(index.id(), index.index().name(), future));
    return future;
  }

  /** Why the last index of that name could not be built, or null. */
  public synchronized EngineException failure(String name) {
    return failures.get(name);
  }

  /** All failures that are remembered, by name. */
  public synchronized Map<String, EngineException> failures() {
    return new LinkedHashMap<>(failures);
  }

  public synchronized void added(String name) {
    failures.remove(name);
  }

  /** Remembers why an index can't be built; its waiters get it when the index is gone. */
  public synchronized void failed(String name, EngineException failure) {
    failures.put(name, failure);
    if (failures.size() > FAILURES_MAX) {
      failures.remove(failures.keySet().iterator().next());
    }
  }

  /**
   * Completes those who wait for an index that is published as ready or gone. To be called after
   * each publication and after each {@link #await}: one of the two finds the waiter.
   */
  public void complete() {
    List<Waiter> done;
    OpenIndexes indexes;
    Map<String, EngineException> reasons;
    synchronized (this) {
      if (waiting.isEmpty()) {
        return;
      }
      // Read under the lock: not older than what any waiter in the list has seen.
      indexes = published.get();
      done = new ArrayList<>(waiting);
      done.removeIf(waiter -> !isDone(indexes.numbered(waiter.id())));
      waiting.removeAll(done);
      // Not later: an index of the same name that is added next forgets the reason.
      reasons = failures();
    }
    for (Waiter waiter : done) {
      if (indexes.numbered(waiter.id()) != null) {
        waiter.future().complete(null);
      } else {
        waiter.future().completeExceptionally(gone(reasons.get(waiter.name())));
      }
    }
  }

  private static boolean isDone(OpenIndex index) {
    return index == null || index.ready();
  }

  private static EngineException gone(EngineException failure) {
    return failure != null
        ? failure
        : new EngineException(ErrorCode.INDEX_NOT_FOUND, "The index was dropped.");
  }

  void failAll(EngineException failure) {
    List<Waiter> all;
    synchronized (this) {
      all = List.copyOf(waiting);
      waiting.clear();
    }
    all.forEach(waiter -> waiter.future().completeExceptionally(failure));
  }
}
