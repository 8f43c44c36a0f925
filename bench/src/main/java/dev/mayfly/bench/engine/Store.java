package dev.mayfly.bench.engine;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** An engine on RocksDB with one container. */
final class Store implements AutoCloseable {
  static final long MEMORY_BYTES = RocksDbOptions.MEMORY_BYTES_DEFAULT;

  private static final String DATABASE = "bench";
  private static final String CONTAINER = "items";

  private final Path directory;
  private final Engine engine;
  private final Container container;

  private Store(Path directory, Engine engine, Container container) {
    this.directory = directory;
    this.engine = engine;
    this.container = container;
  }

  static Store create(
      Path directory, Durability durability, TtlClock clock, boolean background, int defaultTtl) {
    return create(
        directory, durability, clock, background, definition -> definition.defaultTtl(defaultTtl));
  }

  /** A store whose container is what the definition is made to be. */
  static Store create(
      Path directory,
      Durability durability,
      TtlClock clock,
      boolean background,
      UnaryOperator<ContainerDefinition.Builder> definition) {
    Engine engine = engine(directory, durability, clock, background);
    engine.createDatabase(DATABASE);
    ContainerDefinition.Builder builder = ContainerDefinition.named(CONTAINER).partitionKey("/pk");
    Container container = engine.createContainer(DATABASE, definition.apply(builder).build());
    return new Store(directory, engine, container);
  }

  /** Opens what {@link #create} made. What was in write buffers is in files then. */
  static Store open(Path directory, Durability durability, TtlClock clock, boolean background) {
    Engine engine = engine(directory, durability, clock, background);
    return new Store(directory, engine, engine.container(DATABASE, CONTAINER));
  }

  private static Engine engine(
      Path directory, Durability durability, TtlClock clock, boolean background) {
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(durability);
    EngineOptions engineOptions =
        background ? EngineOptions.DEFAULT : EngineOptions.DEFAULT.withoutBackground();
    return Engine.open(RocksDbStorage.open(directory, options), clock, engineOptions);
  }

  Path directory() {
    return directory;
  }

  Engine engine() {
    return engine;
  }

  Container container() {
    return container;
  }

  int number() {
    return container.state().number();
  }

  void changeDefault(int ttlSeconds) {
    engine.replaceContainer(
        DATABASE, container.definition().toBuilder().defaultTtl(ttlSeconds).build());
  }

  @Override
  public void close() {
    engine.close();
  }
}
