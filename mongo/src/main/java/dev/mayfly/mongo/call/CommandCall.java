package dev.mayfly.mongo.call;

import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.mongo.expression.TransientMemory;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.session.Session;
import dev.mayfly.query.memory.RequestMemory;
import org.bson.BsonDocument;

/** One command request and its reply. */
public interface CommandCall {
  /** The command with its document sequences as array fields. */
  BsonDocument body();

  String name();

  String database();

  /** Replies. Called once, from any thread; {@code ok: 1} is added. */
  void reply(BsonDocument answer);

  /** Whether the client accepts exhaust replies. */
  boolean isExhaustAllowed();

  /**
   * Sends a reply after which more follow ({@code moreToCome}). Only if {@link #isExhaustAllowed}.
   */
  void replyMore(BsonDocument answer);

  /** Replies with an error. */
  void fail(Throwable failure);

  /** Adds to the request charge, in hundredths of a request unit. */
  void charge(long centiRu);

  /** Sets the time of the reply to that of a write of this call, unless a later one is set. */
  void wroteAt(long logTime);

  /** Says that the call waits for something to happen: the time it takes is not its own. */
  default void waits() {}

  /** Adds the charge of a write, and sets its time. */
  default void wrote(WriteOutcome outcome) {
    charge(outcome.chargeCentiRu());
    wroteAt(outcome.logTime());
  }

  /**
   * Throws if {@code maxTimeMS} has elapsed, the operation was killed or the client has
   * disconnected.
   */
  void check();

  /** The memory account of the request; closed with the reply. */
  RequestMemory heap();

  /**
   * Variables whose expressions check for interruption of this call and charge their transient
   * values.
   */
  default Variables watched(Variables variables) {
    return variables.watchedBy(this::check, new TransientMemory(bytes -> heap().charge(bytes)));
  }

  GenericArguments arguments();

  Client client();

  /** The session, or null. */
  Session session();

  /** Records executed statements for retries. */
  default StatementRecorder memory() {
    return StatementRecorder.NONE;
  }
}
