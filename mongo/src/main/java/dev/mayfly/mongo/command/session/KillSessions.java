package dev.mayfly.mongo.command.session;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.RunningOperation;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.mongo.session.Sessions;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;

/**
 * {@code killSessions}: ends them together with what they are doing just now; an empty list means
 * all of the caller's. {@code killAllSessions} and {@code killAllSessionsByPattern} mean anybody's.
 */
public final class KillSessions implements Command {
  private final Sessions sessions;
  private final Clients clients;

  public KillSessions(Sessions sessions, Clients clients) {
    this.sessions = requireNonNull(sessions, "sessions");
    this.clients = requireNonNull(clients, "clients");
  }

  @Override
  public BsonDocument run(CommandCall call) {
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
    List<SessionId> ids = SessionList.of(call);
    String owner = call.client().sessionOwner();
    return ids.isEmpty() ? id -> id.owner().equals(owner) : ids::contains;
  }
}
