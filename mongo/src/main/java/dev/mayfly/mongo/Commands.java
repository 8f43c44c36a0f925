package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.query.memory.MemoryPool;

/** Which commands there are. */
final class Commands {
  private Commands() {}

  static CommandTable of(
      Engine engine, MongoOptions options, ServerState state, MemoryPool memory) {
    CommandTable table = new CommandTable();
    ServerCommands.addTo(table, engine, options, state);
    DataCommands.addTo(table, DataCommands.backend(engine, options, state, memory));
    return table;
  }
}
