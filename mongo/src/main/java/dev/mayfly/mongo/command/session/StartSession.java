package dev.mayfly.mongo.command.session;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.mongo.session.Sessions;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** {@code startSession}: a new session; clients may as well make up an id. */
public final class StartSession implements QuickCommand {
  private final Sessions sessions;

  public StartSession(Sessions sessions) {
    this.sessions = requireNonNull(sessions, "sessions");
  }

  @Override
  public BsonDocument run(CommandCall call) {
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
}
