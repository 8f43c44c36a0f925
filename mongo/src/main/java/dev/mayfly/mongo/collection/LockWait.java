package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.ItemLockedException;
import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.net.work.UserShares;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Writes outside of transactions that wait for an open transaction which is going to write the
 * same. The wait is limited by the call ({@code maxTimeMS}, killOp, a closed connection) and by the
 * lifetime of transactions. Threads wait only where a part of a command has been done; there are
 * never many of them, so that the transactions themselves find threads.
 */
public final class LockWait {
  private static final long CHECK_MILLIS = 50;

  /** Of all users: one alone may have 24. */
  private static final UserShares THREADS = new UserShares(48);

  private LockWait() {}

  /** Runs a write on this thread until no transaction is in its way. */
  public static <T> T write(CommandCall call, Supplier<T> write) {
    while (true) {
      try {
        return write.get();
      } catch (EngineException e) {
        ItemLockedException locked = find(e);
        if (locked == null) {
          throw e;
        }
        await(call, locked.released());
      }
    }
  }

  /** The lock that a write has met, or null. */
  static ItemLockedException find(Throwable failure) {
    Throwable cause =
        failure instanceof BatchRejectedException rejected ? rejected.failure() : failure;
    return cause instanceof ItemLockedException locked ? locked : null;
  }

  /** Waits for the end of transactions on this thread. */
  public static void await(CommandCall call, CompletableFuture<Void> released) {
    if (released.isDone()) {
      return;
    }
    Object user = call.client().requester();
    if (!takePlace(user)) {
      throw Failures.overloaded(
          new MongoException(
              ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED,
              "Too many writes are waiting for open transactions: try again."));
    }
    try {
      while (!isDone(released)) {
        call.check();
      }
    } finally {
      giveBack(user);
    }
  }

  private static boolean takePlace(Object user) {
    synchronized (THREADS) {
      return THREADS.take(user, false);
    }
  }

  private static void giveBack(Object user) {
    synchronized (THREADS) {
      THREADS.giveBack(user);
    }
  }

  private static boolean isDone(CompletableFuture<Void> released) {
    try {
      released.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MongoException(ErrorCodes.INTERRUPTED_AT_SHUTDOWN, "interrupted at shutdown", e);
    }
  }

  /** Submits a write; while a transaction is in its way, no thread waits. */
  static void submit(
      CommandCall call,
      Container container,
      WriteRequest request,
      BiConsumer<WriteOutcome, Throwable> completion) {
    container.submit(
        request,
        SubmitMode.INLINE,
        (outcome, failure) -> {
          ItemLockedException locked = find(failure);
          if (locked == null) {
            completion.accept(outcome, failure);
          } else {
            later(call, container, request, completion, locked);
          }
        });
  }

  /** The outcome of a write that was submitted; done again while a transaction is in its way. */
  static WriteOutcome join(
      CommandCall call,
      Container container,
      WriteRequest request,
      CompletableFuture<WriteOutcome> submitted) {
    try {
      return submitted.join();
    } catch (CompletionException e) {
      ItemLockedException locked = find(e.getCause());
      if (locked != null) {
        await(call, locked.released());
        return write(call, () -> container.write(request));
      }
      throw e.getCause() instanceof EngineException refused
          ? refused
          : Failures.translate(e.getCause());
    }
  }

  /** Submits again when the transaction has ended, unless the call is interrupted before. */
  private static void later(
      CommandCall call,
      Container container,
      WriteRequest request,
      BiConsumer<WriteOutcome, Throwable> completion,
      ItemLockedException locked) {
    AtomicBoolean settled = new AtomicBoolean();
    locked
        .released()
        .whenComplete(
            (ended, ignored) -> {
              if (settled.compareAndSet(false, true)) {
                again(call, container, request, completion);
              }
            });
    watch(call, settled);
  }

  private static void again(
      CommandCall call,
      Container container,
      WriteRequest request,
      BiConsumer<WriteOutcome, Throwable> completion) {
    try {
      call.client()
          .execute(
              () -> {
                try {
                  submit(call, container, request, completion);
                } catch (RuntimeException e) {
                  completion.accept(null, e);
                }
              });
    } catch (RejectedExecutionException e) {
      completion.accept(null, e);
    }
  }

  /** Fails the call when it is interrupted: nothing of it was done. */
  private static void watch(CommandCall call, AtomicBoolean settled) {
    CompletableFuture.delayedExecutor(CHECK_MILLIS, TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              if (settled.get()) {
                return;
              }
              try {
                call.check();
                watch(call, settled);
              } catch (RuntimeException e) {
                if (settled.compareAndSet(false, true)) {
                  call.fail(e);
                }
              }
            });
  }
}
