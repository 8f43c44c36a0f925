package dev.mayfly.bench.engine;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.storage.Storage;
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
  private final Storage storage;
  private final Engine engine;
  private final Container container;

  private Store(Path directory, Storage storage, Engine engine, Container container) {
    this.directory = directory;
    this.storage = storage;
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
    Storage storage = storage(directory, durability);
    Engine engine = engine(storage, clock, background);
    engine.createDatabase(DATABASE);
    ContainerDefinition.Builder builder = ContainerDefinition.named(CONTAINER).partitionKey("/pk");
    Container container = engine.createContainer(DATABASE, definition.apply(builder).build());
    return new Store(directory, storage, engine, container);
  }

  /** Opens what {@link #create} made. What was in write buffers is in files then. */
  static Store open(Path directory, Durability durability, TtlClock clock, boolean background) {
    Storage storage = storage(directory, durability);
    Engine engine = engine(storage, clock, background);
    return new Store(directory, storage, engine, engine.container(DATABASE, CONTAINER));
  }

  private static Storage storage(Path directory, Durability durability) {
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(durability);
    return RocksDbStorage.open(directory, options);
  }

  private static Engine engine(Storage storage, TtlClock clock, boolean background) {
    EngineOptions engineOptions =
        background ? EngineOptions.DEFAULT : EngineOptions.DEFAULT.withoutBackground();
    return Engine.open(storage, clock, engineOptions);
  }

  Path directory() {
    return directory;
  }

  Storage storage() {
    return storage;
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
