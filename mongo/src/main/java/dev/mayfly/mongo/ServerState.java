package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.command.OperationCounters;
import dev.mayfly.mongo.failpoint.FailPoints;
import dev.mayfly.mongo.session.Sessions;

/** State of the server apart from its data. */
record ServerState(
    Clients clients,
    Sessions sessions,
    Users users,
    OperationCounters counters,
    FailPoints failPoints) {
  private static final int SESSIONS_MAX = 100_000;

  static ServerState of(Engine engine) {
    Users users = new Users(engine);
    return new ServerState(
        new Clients(users),
        new Sessions(SESSIONS_MAX, System::nanoTime),
        users,
        new OperationCounters(),
        new FailPoints());
  }
}
