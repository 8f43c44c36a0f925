package dev.mayfly.mongo.retry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.Receipts;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.net.work.Checkpoint;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Tracks the last retryable write of each session, so that a retry does not execute statements
 * again. The records are committed with the writes and survive a crash.
 */
public final class RetryableWrites {
  private static final int SESSIONS_MAX = 20_000;
  private static final long BYTES_MAX = 64L << 20;
  private static final long KEPT_MINUTES = 30;
  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(KEPT_MINUTES);
  private static final long KEPT_SECONDS = TimeUnit.MINUTES.toSeconds(KEPT_MINUTES);

  /** Interval of the sweep of old receipts. */
  private static final long SWEEP_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final RealTime realTime;
  private final List<ObjLongConsumer<SessionId>> listeners = new CopyOnWriteArrayList<>();
  private final Receipts receipts;
  private final TtlClock clock;
  private final Map<SessionId, SessionWrites> sessions = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private long sweptNanos;

  public RetryableWrites(Engine engine, RealTime realTime) {
    this.receipts = engine.receipts();
    this.clock = engine.clock();
    this.realTime = requireNonNull(realTime, "realTime");
    this.sweptNanos = realTime.nanoTime() - SWEEP_NANOS;
  }

  /** Whether a call is a retryable write. */
  public static boolean isNumbered(CommandCall call) {
    return call.arguments().txnNumber() >= 0 && !call.arguments().isInTransaction();
  }

  /** Adds a listener for the number of each retryable write, before it is executed. */
  public void onNumber(ObjLongConsumer<SessionId> listener) {
    listeners.add(listener);
  }

  /**
   * A transaction takes a number of a session.
   *
   * @throws MongoException 225 if it is too old, 117 if it was used
   */
  public synchronized void beginTransaction(SessionId id, long number) {
    SessionWrites session =
        sessions.computeIfAbsent(id, key -> new SessionWrites(key.toBytes(), receipts, clock));
    session.beginTransaction(number);
    evict(realTime.nanoTime());
  }

  /** The receipt of a transaction, to be committed with it. */
  public Receipt receiptOf(SessionId id, long number) {
    return new Receipt(
        id.toBytes(), none -> WriteReceipt.ofTransaction(number, clock.epochSecond()));
  }

  /** Whether a receipt says that a transaction was committed. */
  public boolean isCommitted(SessionId id, long number) {
    byte[] row = receipts.read(id.toBytes());
    WriteReceipt receipt = row == null ? null : WriteReceipt.decode(row);
    return receipt != null && receipt.isTransaction() && receipt.number() == number;
  }

  /** Executes a write, or replies with the recorded result. */
  public void run(CommandCall call, Consumer<CommandCall> write) {
    Checkpoint.mustFinish();
    if (!isNumbered(call)) {
      write.accept(call);
      return;
    }
    if (call.session() == null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Transaction number requires a session ID to be specified");
    }
    listeners.forEach(each -> each.accept(call.session().id(), call.arguments().txnNumber()));
    RetryableCall numbered = entered(call, write);
    if (numbered != null) {
      numbered.run();
    }
  }

  /** Null if another write of the session is running. */
  private RetryableCall entered(CommandCall call, Consumer<CommandCall> write) {
    synchronized (this) {
      long now = realTime.nanoTime();
      SessionWrites session =
          sessions.computeIfAbsent(
              call.session().id(), id -> new SessionWrites(id.toBytes(), receipts, clock));
      RetryableCall numbered = new RetryableCall(call, write, session, this::ended);
      boolean first = session.enter(numbered, now);
      evict(now);
      if (now - sweptNanos >= SWEEP_NANOS) {
        sweptNanos = now;
        CompletableFuture.runAsync(this::sweep);
      }
      return first ? numbered : null;
    }
  }

  private void sweep() {
    long oldest = clock.epochSecond() - KEPT_SECONDS;
    try {
      receipts.sweep(row -> WriteReceipt.second(row) < oldest);
    } catch (EngineException e) {
      // The store is closing or read-only; retried by the next sweep.
    }
  }

  /** Starts the next queued write on another thread, as this may be the committer's. */
  private void ended(RetryableCall call) {
    RetryableCall next;
    synchronized (this) {
      if (call.isEnded()) {
        return;
      }
      call.end();
      bytes += call.writes().grown();
      next = call.writes().leave();
    }
    if (next != null) {
      begin(next);
    }
  }

  private static void begin(RetryableCall next) {
    try {
      next.client().execute(next::run);
    } catch (RejectedExecutionException e) {
      // Accepted requests must be answered.
      CompletableFuture.runAsync(next::run);
    }
  }

  /** Evicts the least recently used sessions. */
  private void evict(long now) {
    Iterator<SessionWrites> oldest = sessions.values().iterator();
    while (oldest.hasNext()) {
      SessionWrites session = oldest.next();
      boolean tooMany = sessions.size() > SESSIONS_MAX || bytes > BYTES_MAX;
      if (!tooMany && !session.isUnusedSince(now - KEPT_NANOS)) {
        return;
      }
      if (!session.isRunning()) {
        bytes -= session.forgotten();
        oldest.remove();
      }
    }
  }

  /** Discards the record of an ended session. */
  public synchronized void end(SessionId session) {
    SessionWrites ended = sessions.remove(session);
    if (ended != null) {
      bytes -= ended.forgotten();
    }
  }
}
