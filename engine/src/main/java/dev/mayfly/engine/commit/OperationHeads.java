package dev.mayfly.engine.commit;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The last change of each namespace in the operation log, and who waits for the next one. So a
 * reader of a quiet collection neither wakes up nor reads while others change.
 */
public final class OperationHeads {
  private static final int HEADS_MAX = 100_000;
  private static final int WAITERS_MAX = 100_000;
  private static final int CLEANED_MIN = 16;

  private final Map<String, Head> heads = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Namespaces without a head have no change after it; those of the start are not known. */
  private volatile long forgottenLsn = Long.MAX_VALUE;

  private static final class Head {
    private long lastLsn;
    private List<CompletableFuture<Void>> waiters = new ArrayList<>(0);

    /** Those that gave up are removed when there are so many. */
    private int cleanedAt = CLEANED_MIN;

    /** Returns by how many there are more. */
    private int add(CompletableFuture<Void> waiter) {
      int before = waiters.size();
      if (before >= cleanedAt) {
        waiters.removeIf(CompletableFuture::isDone);
        cleanedAt = Math.max(CLEANED_MIN, 2 * waiters.size());
      }
      waiters.add(waiter);
      return waiters.size() - before;
    }

    private List<CompletableFuture<Void>> take() {
      List<CompletableFuture<Void>> taken = waiters;
      waiters = new ArrayList<>(0);
      cleanedAt = CLEANED_MIN;
      return taken;
    }
  }

  OperationHeads() {}

  /** What is committed from now on is known. */
  void startAfter(long lsn) {
    forgottenLsn = lsn;
  }

  void appended(byte[] namespace, long lsn) {
    String name = new String(namespace, StandardCharsets.UTF_8);
    int zero = name.indexOf('\0');
    appended("", lsn);
    if (zero >= 0) {
      appended(name.substring(0, zero), lsn);
    }
    appended(name, lsn);
  }

  private void appended(String name, long lsn) {
    if (heads.size() >= HEADS_MAX && !heads.containsKey(name)) {
      forget(lsn);
    }
    List<CompletableFuture<Void>> woken = new ArrayList<>(0);
    heads.compute(
        name,
        (key, present) -> {
          Head head = present == null ? new Head() : present;
          head.lastLsn = Math.max(head.lastLsn, lsn);
          woken.addAll(head.take());
          return head;
        });
    waiting.addAndGet(-woken.size());
    woken.forEach(waiter -> waiter.complete(null));
  }

  private void forget(long lsn) {
    forgottenLsn = Math.max(forgottenLsn, lsn);
    for (String name : heads.keySet()) {
      heads.computeIfPresent(name, (key, head) -> head.waiters.isEmpty() ? null : head);
    }
  }

  /** Whether a namespace may have changed after an LSN. */
  public boolean mayHaveChanged(String namespace, long afterLsn) {
    boolean[] changed = {afterLsn < forgottenLsn};
    heads.computeIfPresent(
        namespace,
        (key, head) -> {
          changed[0] |= head.lastLsn > afterLsn;
          return head;
        });
    return changed[0];
  }

  /**
   * Completes when a namespace changes after an LSN, at once if it has.
   *
   * @param namespace a database's name, or that and a container's with a zero between them, or an
   *     empty text for all
   */
  public CompletableFuture<Void> await(String namespace, long afterLsn) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    if (waiting.get() >= WAITERS_MAX) {
      throw new EngineException(ErrorCode.OVERLOADED, "Too many readers wait for changes.");
    }
    heads.compute(
        namespace,
        (key, present) -> {
          Head head = present == null ? new Head() : present;
          if (head.lastLsn > afterLsn) {
            future.complete(null);
          } else {
            waiting.addAndGet(head.add(future));
          }
          return head;
        });
    return future;
  }

  /** Ends all waiting: there will be no more changes. */
  public void wakeAll() {
    heads.keySet().forEach(name -> appended(name, 0));
  }
}
