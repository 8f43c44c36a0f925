package dev.mayfly.cosmos.script;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.item.Triggers;
import dev.mayfly.cosmos.query.ScriptQueries;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.scripts.ScriptException;
import dev.mayfly.scripts.Scripts;

/** Everything that runs scripts of an engine's containers. */
public final class ServerScripts {
  private final Engine engine;
  private final Scripts scripts;
  private final ChildStore children;
  private final ScriptRunner runner;

  public ServerScripts(Engine engine, Scripts scripts, ChildStore children, MemoryPool memory) {
    this.engine = requireNonNull(engine, "engine");
    this.scripts = requireNonNull(scripts, "scripts");
    this.children = requireNonNull(children, "children");
    ScriptQueries queries =
        new ScriptQueries(
            container -> StoredItem.of(container)::document, memory, engine.clock()::epochMilli);
    this.runner = new ScriptRunner(engine, scripts, queries);
  }

  public StoredProcedures procedures() {
    return new StoredProcedures(runner);
  }

  public Triggers triggers() {
    return new TriggerScripts(runner, children);
  }

  /** The functions of a container for one run of a query. */
  public UserFunctions functions(Container container) {
    return new ContainerFunctions(
        scripts, children, Directory.rid(container), engine.clock()::epochMilli);
  }

  /**
   * Before a script is made.
   *
   * @throws CosmosException if none can be run here
   */
  public void requireEngine() {
    try {
      scripts.requireEngine();
    } catch (ScriptException e) {
      throw ScriptErrors.of("", e);
    }
  }

  /** A script was made: it is going to be used. */
  public void warmUp() {
    scripts.warmUp();
  }
}
