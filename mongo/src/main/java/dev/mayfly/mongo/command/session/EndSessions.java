package dev.mayfly.mongo.command.session;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.session.Sessions;
import org.bson.BsonDocument;

/** {@code endSessions}: they are not needed any more. */
public final class EndSessions implements Command {
  private final Sessions sessions;

  public EndSessions(Sessions sessions) {
    this.sessions = requireNonNull(sessions, "sessions");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    SessionList.of(call).forEach(sessions::end);
    return new BsonDocument();
  }
}
