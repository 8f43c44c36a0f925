package dev.mayfly.mongo.command;

import dev.mayfly.mongo.expression.MadeValues;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.session.Session;
import dev.mayfly.query.memory.RequestMemory;
import org.bson.BsonDocument;

/** One request: what was asked, by whom, and where the answer goes. */
public interface CommandCall {
  /** The command as it was sent, its document sequences put back as arrays. */
  BsonDocument body();

  /** The name of the command as it was sent. */
  String name();

  /** The database that it is about. */
  String database();

  /** Answers. Called once, from any thread; {@code ok: 1} is added. */
  void reply(BsonDocument answer);

  /** Whether the client takes further answers without asking again. */
  boolean isExhaustAllowed();

  /** Answers and goes on: another answer follows unasked. Only where the client allows it. */
  void replyMore(BsonDocument answer);

  /** Answers with a failure. */
  void fail(Throwable failure);

  /** Adds to what this request costs, in hundredths of a request unit. */
  void charge(long centiRu);

  /** Throws if {@code maxTimeMS} is over, the operation was killed or the client has gone. */
  void check();

  /** The account of the heap memory that it holds; closed when it is answered. */
  RequestMemory heap();

  /** Variables whose expressions end when this call should, and count what they make. */
  default Variables watched(Variables variables) {
    return variables.watchedBy(this::check, new MadeValues(bytes -> heap().charge(bytes)));
  }

  /** The arguments that any command may have. */
  GenericArguments arguments();

  /** Who asks. */
  Client client();

  /** The session that it belongs to, or null. */
  Session session();

  /** How what it writes is made known to whoever repeats it. */
  default WriteMemory memory() {
    return WriteMemory.NONE;
  }
}
