package dev.mayfly.mongo.command.session;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.session.Sessions;
import org.bson.BsonDocument;

/** {@code refreshSessions}: they are still needed. */
public final class RefreshSessions implements QuickCommand {
  private final Sessions sessions;

  public RefreshSessions(Sessions sessions) {
    this.sessions = requireNonNull(sessions, "sessions");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    SessionList.of(call).forEach(sessions::use);
    return new BsonDocument();
  }
}
