package dev.mayfly.mongo.call;

import dev.mayfly.mongo.session.Session;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** A command in progress, as seen by the dispatcher and currentOp. */
public interface RunningOperation extends CommandCall {
  /** The opid. */
  int operationId();

  long startedNanos();

  /** Interrupts it at its next check. */
  void kill();

  /** Says that there is a command of its name: it is counted under it. */
  void known();

  /** Sets its session. */
  void join(Session session);

  /** Lets the reply be changed before it is sent. */
  void changeReply(UnaryOperator<BsonDocument> change);

  /** Interrupts it after a time. */
  void setTimeout(long millis);
}
