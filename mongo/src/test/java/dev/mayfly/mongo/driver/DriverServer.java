package dev.mayfly.mongo.driver;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.OperationLogOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.changestream.CollectionLogFormat;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A server whose clock tests move, and the real driver's client of it. {@link #shared} is one for
 * all tests of a run, on RocksDB: each test takes a database of its own. {@link #inMemory} is one
 * for a test that needs settings of its own.
 */
public final class DriverServer implements AutoCloseable {
  private static DriverServer shared;

  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  private final Storage storage;
  private final Engine engine;
  private final MongoServer server;
  private MongoClient client;

  private DriverServer(Storage storage, EngineOptions engineOptions, MongoOptions options) {
    this.storage = storage;
    engine = Engine.open(storage, clock, engineOptions);
    try {
      server = MongoServer.start(engine, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the program has them. */
  public static EngineOptions engineOptions() {
    return EngineOptions.DEFAULT
        .withFilters(new FilterItemFilters())
        .withOperationLog(OperationLogOptions.of(new CollectionLogFormat()));
  }

  /** The one that all tests may use; it stops when the tests are over. */
  public static synchronized DriverServer shared() {
    if (shared == null) {
      Path directory = temporary();
      RocksDbOptions rocks = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
      DriverServer made =
          new DriverServer(
              RocksDbStorage.open(directory, rocks), engineOptions(), MongoOptions.defaults());
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    made.close();
                    delete(directory);
                  }));
      shared = made;
    }
    return shared;
  }

  /** A separate server in memory. */
  public static DriverServer inMemory(UnaryOperator<MongoOptions> change) {
    return inMemory(engineOptions(), change);
  }

  public static DriverServer inMemory(
      EngineOptions engineOptions, UnaryOperator<MongoOptions> change) {
    return new DriverServer(
        new MemoryStorage(), engineOptions, change.apply(MongoOptions.defaults()));
  }

  /** A separate server on a storage that the test controls. */
  public static DriverServer over(Storage storage) {
    return new DriverServer(storage, engineOptions(), MongoOptions.defaults());
  }

  public MovableClock clock() {
    return clock;
  }

  /** What the engine keeps its rows in, for tests that inspect rows. */
  public Storage storage() {
    return storage;
  }

  public Engine engine() {
    return engine;
  }

  public MongoServer server() {
    return server;
  }

  public int port() {
    return server.port();
  }

  /** A client without options, made when first asked for. */
  public synchronized MongoClient client() {
    if (client == null) {
      client = client("mongodb://localhost:" + port() + "/");
    }
    return client;
  }

  /**
   * A separate client, to be closed by the caller. It gives up soon when it can't connect, and
   * trusts the certificate of tests.
   */
  public MongoClient client(String connectionString) {
    ConnectionString parsed = new ConnectionString(connectionString);
    MongoClientSettings.Builder settings =
        MongoClientSettings.builder()
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(10, TimeUnit.SECONDS))
            .applyConnectionString(parsed);
    if (Boolean.TRUE.equals(parsed.getSslEnabled())) {
      settings.applyToSslSettings(ssl -> ssl.context(TestCertificate.forClients()));
    }
    return MongoClients.create(settings.build());
  }

  /** A separate server on a directory that outlives it. */
  static DriverServer on(Path directory, UnaryOperator<MongoOptions> change) {
    RocksDbOptions rocks = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
    return new DriverServer(
        RocksDbStorage.open(directory, rocks),
        engineOptions(),
        change.apply(MongoOptions.defaults()));
  }

  /** A database with a unique name. */
  public MongoDatabase database() {
    return client().getDatabase("d" + UUID.randomUUID().toString().replace("-", ""));
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("mayfly-driver");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    server.close();
    engine.close();
  }
}
