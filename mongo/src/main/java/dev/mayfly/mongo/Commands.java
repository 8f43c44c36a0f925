package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.handshake.Hello;
import dev.mayfly.mongo.command.handshake.Topology;
import dev.mayfly.mongo.command.info.BuildInfo;
import dev.mayfly.mongo.command.info.Ping;
import dev.mayfly.mongo.session.Sessions;

/** Which commands there are. */
final class Commands {
  private Commands() {}

  static CommandTable of(Engine engine, MongoOptions options, Clients clients, Sessions sessions) {
    CommandTable table = new CommandTable();
    Topology topology = new Topology(options.advertisedHost());
    Hello hello = new Hello(topology, options.wallClock()::millis);
    return table
        .add("hello", hello, "isMaster", "ismaster")
        .add("ping", new Ping())
        .add("buildInfo", new BuildInfo(), "buildinfo");
  }
}
