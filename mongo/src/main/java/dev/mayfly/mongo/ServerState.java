package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.OperationCounters;
import dev.mayfly.mongo.session.Sessions;

/** What a server knows besides its data: who is there and what they have done. */
record ServerState(Clients clients, Sessions sessions, Users users, OperationCounters counters) {
  private static final int SESSIONS_MAX = 100_000;

  static ServerState of(Engine engine) {
    Users users = new Users(engine);
    return new ServerState(
        new Clients(users),
        new Sessions(SESSIONS_MAX, System::nanoTime),
        users,
        new OperationCounters());
  }
}
