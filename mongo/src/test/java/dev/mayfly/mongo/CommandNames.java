package dev.mayfly.mongo;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.UnsupportedCommand;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.testkit.storage.MemoryStorage;
import dev.mayfly.vector.VectorIndexes;
import dev.mayfly.vector.VectorSpace;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The names of the commands that a server does; those that it only refuses are not among them. */
public final class CommandNames {
  private CommandNames() {}

  /** All names of all commands, of those too that are only refused. */
  public static Set<String> withOthers() {
    try (Engine engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.frozenAt(0),
            EngineOptions.DEFAULT.withoutBackground())) {
      return table(engine).names();
    }
  }

  public static Set<String> all() {
    try (Engine engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.frozenAt(0),
            EngineOptions.DEFAULT.withoutBackground())) {
      Map<String, Command> all = new HashMap<>();
      all.putAll(table(engine).all());
      all.values().removeIf(command -> command instanceof UnsupportedCommand);
      return all.keySet();
    }
  }

  private static CommandTable table(Engine engine) {
    ServerState state = ServerState.of(engine);
    MongoOptions options = MongoOptions.defaults();
    MemoryPool memory = MemoryPool.ofHeap();
    Backend backend =
        DataCommands.backend(
            engine, options, state, memory, new VectorIndexes(VectorSpace.onHeap(1)));
    return Commands.of(
        backend,
        options,
        state,
        DataCommands.transactions(backend, state, memory),
        DataCommands.snapshots(backend));
  }
}
