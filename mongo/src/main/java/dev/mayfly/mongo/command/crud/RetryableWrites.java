package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Receipts;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.net.work.Checkpoint;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Remembers the last numbered write of each session, so that a client that did not hear the answer
 * can ask again and each of its statements is done once. What was done is committed with the
 * writes: a server that was killed knows it too.
 */
public final class RetryableWrites {
  private static final int SESSIONS_MAX = 20_000;
  private static final long BYTES_MAX = 64L << 20;
  private static final long KEPT_MINUTES = 30;
  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(KEPT_MINUTES);
  private static final long KEPT_SECONDS = TimeUnit.MINUTES.toSeconds(KEPT_MINUTES);

  /** How often it is looked for receipts that nobody will ask for. */
  private static final long SWEEP_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final RealTime realTime;
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

  /** Whether a call has a number by which it can be told that it is a repetition. */
  static boolean isNumbered(CommandCall call) {
    return call.arguments().txnNumber() >= 0 && !call.arguments().isInTransaction();
  }

  /** Runs a write unless it was run before; then it is answered as it was then. */
  void run(CommandCall call, Consumer<CommandCall> write) {
    Checkpoint.mustFinish();
    if (!isNumbered(call)) {
      write.accept(call);
      return;
    }
    if (call.session() == null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Transaction number requires a session ID to be specified");
    }
    NumberedCall numbered = entered(call, write);
    if (numbered != null) {
      numbered.run();
    }
  }

  /** Null if another write of the session has to end first. */
  private NumberedCall entered(CommandCall call, Consumer<CommandCall> write) {
    synchronized (this) {
      long now = realTime.nanoTime();
      SessionWrites session =
          sessions.computeIfAbsent(
              call.session().id(), id -> new SessionWrites(id.toBytes(), receipts, clock));
      NumberedCall numbered = new NumberedCall(call, write, session, this::ended);
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
      // The store is being closed, or can't be written to: there will be another time.
    }
  }

  /** Lets the next one have its turn, on another thread: this one may be the committer's. */
  private void ended(NumberedCall call) {
    NumberedCall next;
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

  private static void begin(NumberedCall next) {
    try {
      next.client().execute(next::run);
    } catch (RejectedExecutionException e) {
      // It was accepted, so it must be answered.
      CompletableFuture.runAsync(next::run);
    }
  }

  /** The sessions that were not used for longest go first. */
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

  /** Forgets a session that its client has ended. */
  public synchronized void end(SessionId session) {
    SessionWrites ended = sessions.remove(session);
    if (ended != null) {
      bytes -= ended.forgotten();
    }
  }
}
