package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Remembers the last numbered write of each session, so that a client that did not hear the answer
 * can ask again and the write is done once. In memory: a server that is killed forgets.
 */
public final class RetryableWrites {
  private static final int SESSIONS_MAX = 20_000;
  private static final long BYTES_MAX = 64L << 20;
  private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(30);

  private final RealTime realTime;
  private final Map<SessionId, Writes> sessions = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** The writes of the last number of a session, by the first statement's number. */
  private static final class Writes {
    private long number = -1;
    private long usedNanos;
    private final Map<Integer, Attempt> attempts = new HashMap<>();
  }

  /** A write that was begun: its answer, or who waits for it. */
  private static final class Attempt {
    private byte[] answer;
    private List<CommandCall> waiting = new ArrayList<>();
  }

  public RetryableWrites(RealTime realTime) {
    this.realTime = requireNonNull(realTime, "realTime");
  }

  /** Whether a call has a number by which it can be told that it is a repetition. */
  static boolean isNumbered(CommandCall call) {
    return call.arguments().txnNumber() >= 0 && !call.arguments().isInTransaction();
  }

  /** Runs a write unless it was run before; then it is answered as it was then. */
  void run(CommandCall call, Consumer<CommandCall> write) {
    if (!isNumbered(call)) {
      write.accept(call);
      return;
    }
    if (call.session() == null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Transaction number requires a session ID to be specified");
    }
    Numbered numbered =
        new Numbered(call.session().id(), call.arguments().txnNumber(), statement(call));
    Turn turn = begin(call, numbered);
    if (turn.answer() != null) {
      call.reply(repeated(call, turn.answer()));
    } else if (turn.first()) {
      start(call, numbered, write);
    }
  }

  /** What a call finds: the answer if there is one; otherwise whether it has to write. */
  private record Turn(byte[] answer, boolean first) {}

  private record Numbered(SessionId session, long number, int statement) {}

  private static int statement(CommandCall call) {
    BsonValue one = call.body().get("stmtId");
    BsonValue many = call.body().get("stmtIds");
    if (many != null && many.isArray() && !many.asArray().isEmpty()) {
      return statement(call, "stmtIds.0", many.asArray().get(0));
    }
    return one == null ? 0 : statement(call, "stmtId", one);
  }

  private static int statement(CommandCall call, String field, BsonValue given) {
    if (!given.isInt32()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field '"
              + call.name()
              + "."
              + field
              + "' is the wrong type '"
              + TypeNames.of(given)
              + "', expected type 'int'");
    }
    return given.asInt32().getValue();
  }

  /** Notes a call whose answer is not known yet as the first or as one that waits. */
  private synchronized Turn begin(CommandCall call, Numbered numbered) {
    Writes session = sessions.computeIfAbsent(numbered.session(), id -> new Writes());
    session.usedNanos = realTime.nanoTime();
    if (numbered.number() < session.number) {
      throw new MongoException(
          ErrorCodes.TRANSACTION_TOO_OLD,
          "Retryable write with txnNumber "
              + numbered.number()
              + " is prohibited on session because a newer retryable write with txnNumber "
              + session.number
              + " has already started on this session.");
    }
    if (numbered.number() > session.number) {
      forget(session);
      session.number = numbered.number();
    }
    Attempt attempt = session.attempts.computeIfAbsent(numbered.statement(), id -> new Attempt());
    if (attempt.answer == null) {
      attempt.waiting.add(call);
    }
    Turn turn = new Turn(attempt.answer, attempt.waiting.size() == 1);
    evict();
    return turn;
  }

  private void start(CommandCall call, Numbered numbered, Consumer<CommandCall> write) {
    RememberedCall remembered =
        new RememberedCall(
            call,
            answer -> ended(numbered, answer, null),
            failure -> ended(numbered, null, failure));
    try {
      write.accept(remembered);
    } catch (RuntimeException | Error e) {
      ended(numbered, null, e);
      throw e;
    }
  }

  /** Remembers an answer and tells it to who asked again meanwhile; a failure may be retried. */
  private void ended(Numbered numbered, BsonDocument answer, Throwable failure) {
    List<CommandCall> others = List.of();
    byte[] kept = answer == null ? null : BsonBytes.of(answer);
    synchronized (this) {
      Writes session = sessions.get(numbered.session());
      Attempt attempt =
          session == null || session.number != numbered.number()
              ? null
              : session.attempts.get(numbered.statement());
      if (attempt != null) {
        others =
            attempt.waiting.subList(Math.min(1, attempt.waiting.size()), attempt.waiting.size());
        attempt.waiting = new ArrayList<>();
        attempt.answer = kept;
        bytes += kept == null ? 0 : kept.length;
        if (kept == null) {
          session.attempts.remove(numbered.statement());
        }
      }
    }
    for (CommandCall other : others) {
      if (failure == null) {
        other.reply(repeated(other, kept));
      } else {
        other.fail(failure);
      }
    }
  }

  private static BsonDocument repeated(CommandCall call, byte[] answer) {
    BsonArray statements = new BsonArray();
    int size = size(call);
    int first = statement(call);
    for (int i = 0; i < size; i++) {
      statements.add(new BsonInt32(first + i));
    }
    return new LazyDocument(answer).copy().append("retriedStmtIds", statements);
  }

  private static int size(CommandCall call) {
    for (String name : List.of("documents", "updates", "deletes", "ops")) {
      BsonValue statements = call.body().get(name);
      if (statements != null && statements.isArray()) {
        return statements.asArray().size();
      }
    }
    return 1;
  }

  /** Who waits for the end of a write that is forgotten is not left waiting. */
  private void forget(Writes session) {
    for (Attempt attempt : session.attempts.values()) {
      bytes -= attempt.answer == null ? 0 : attempt.answer.length;
      for (int i = 1; i < attempt.waiting.size(); i++) {
        attempt
            .waiting
            .get(i)
            .fail(
                new MongoException(
                    ErrorCodes.TRANSACTION_TOO_OLD,
                    "The session has gone on or ended: it is not known how the write went."));
      }
    }
    session.attempts.clear();
  }

  /** The sessions that were not used for longest go first. */
  private void evict() {
    long now = realTime.nanoTime();
    Iterator<Writes> oldest = sessions.values().iterator();
    while (oldest.hasNext()) {
      Writes session = oldest.next();
      boolean tooMany = sessions.size() > SESSIONS_MAX || bytes > BYTES_MAX;
      boolean old = now - session.usedNanos > KEPT_NANOS;
      if (!tooMany && !old || sessions.size() == 1) {
        return;
      }
      forget(session);
      oldest.remove();
    }
  }

  /** Forgets a session that its client has ended. */
  public synchronized void end(SessionId session) {
    Writes ended = sessions.remove(session);
    if (ended != null) {
      forget(ended);
    }
  }

  synchronized long rememberedBytes() {
    return bytes;
  }
}
