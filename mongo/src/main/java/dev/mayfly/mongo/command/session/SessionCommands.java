package dev.mayfly.mongo.command.session;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.mongo.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Commands on logical sessions. */
public record SessionCommands(Sessions sessions, Clients clients) {
  private static final int MOST = 10_000;

  /** {@code startSession}: a new session id; clients may also generate it. */
  public BsonDocument startSession(CommandCall call) {
    UUID random = UUID.randomUUID();
    SessionId id =
        new SessionId(
            Long.reverseBytes(random.getMostSignificantBits()),
            Long.reverseBytes(random.getLeastSignificantBits()),
            call.client().sessionOwner());
    sessions.use(id);
    return new BsonDocument("id", id.toDocument())
        .append("timeoutMinutes", new BsonInt32(Sessions.TIMEOUT_MINUTES));
  }

  public BsonDocument refreshSessions(CommandCall call) {
    ids(call).forEach(sessions::use);
    return new BsonDocument();
  }

  public BsonDocument endSessions(CommandCall call) {
    ids(call).forEach(sessions::end);
    return new BsonDocument();
  }

  /**
   * {@code killSessions}: ends sessions and their operations in progress; an empty list means all
   * of the caller's. {@code killAllSessions} and {@code killAllSessionsByPattern} apply to all
   * users.
   */
  public BsonDocument killSessions(CommandCall call) {
    Predicate<SessionId> which = which(call);
    for (Client client : clients.connected()) {
      RunningOperation running = client.channel().running();
      if (running != null
          && running != call
          && running.session() != null
          && which.test(running.session().id())) {
        running.kill();
      }
    }
    sessions.endAll(which);
    return new BsonDocument();
  }

  private static Predicate<SessionId> which(CommandCall call) {
    if (!call.name().equals("killSessions")) {
      return SessionPatterns.of(call);
    }
    List<SessionId> ids = ids(call);
    String owner = call.client().sessionOwner();
    return ids.isEmpty() ? id -> id.owner().equals(owner) : ids::contains;
  }

  /** Parses an array of session ids. */
  private static List<SessionId> ids(CommandCall call) {
    BsonValue given = call.body().get(call.name());
    if (!(given instanceof BsonArray array)) {
      throw Fields.wrongType(call, call.name(), given, "array");
    }
    if (array.size() > MOST) {
      throw new MongoException(
          ErrorCodes.INVALID_LENGTH, "At most " + MOST + " sessions can be named at once");
    }
    List<SessionId> ids = new ArrayList<>(array.size());
    for (BsonValue each : array) {
      if (!(each instanceof BsonDocument document)) {
        throw Fields.wrongType(call, call.name(), each, "object");
      }
      ids.add(id(document, call.client().sessionOwner()));
    }
    return ids;
  }

  private static SessionId id(BsonDocument lsid, String owner) {
    LazyDocument raw =
        lsid instanceof LazyDocument lazy ? lazy : new LazyDocument(BsonBytes.of(lsid));
    return SessionId.of(raw.raw(), owner);
  }
}
