package dev.mayfly.engine.catalog;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Who waits for indexes to be built, and why building failed. */
public final class IndexWaiters {
  private static final int FAILURES_MAX = 64;

  private final Map<Integer, List<CompletableFuture<Void>>> waiting = new HashMap<>();
  private final Map<String, EngineException> failures = new LinkedHashMap<>();

  /** Completed when the index is ready or gone; the caller checks once more after asking. */
  public synchronized CompletableFuture<Void> await(int id) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    waiting.computeIfAbsent(id, ignored -> new ArrayList<>()).add(future);
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

  synchronized void added(String name) {
    failures.remove(name);
  }

  void ready(int id) {
    taken(id).forEach(future -> future.complete(null));
  }

  void failed(int id, String name, EngineException failure) {
    synchronized (this) {
      failures.put(name, failure);
      if (failures.size() > FAILURES_MAX) {
        failures.remove(failures.keySet().iterator().next());
      }
    }
    taken(id).forEach(future -> future.completeExceptionally(failure));
  }

  void dropped(int id) {
    EngineException dropped =
        new EngineException(ErrorCode.INDEX_NOT_FOUND, "The index was dropped.");
    taken(id).forEach(future -> future.completeExceptionally(dropped));
  }

  void failAll(EngineException failure) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    synchronized (this) {
      waiting.values().forEach(all::addAll);
      waiting.clear();
    }
    all.forEach(future -> future.completeExceptionally(failure));
  }

  private synchronized List<CompletableFuture<Void>> taken(int id) {
    List<CompletableFuture<Void>> futures = waiting.remove(id);
    return futures == null ? List.of() : futures;
  }
}
