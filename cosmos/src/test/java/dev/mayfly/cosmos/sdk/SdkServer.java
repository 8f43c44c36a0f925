package dev.mayfly.cosmos.sdk;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A server on RocksDB whose clock tests move, and the real SDK's clients of it. One for all tests
 * of a run: each test has a database of its own, and clients take long to start.
 */
final class SdkServer {
  static final SdkServer SHARED = new SdkServer();

  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  private final Engine engine;
  private final CosmosServer server;
  private final Map<Scheme, CosmosClient> clients = new EnumMap<>(Scheme.class);
  private final Map<Scheme, CosmosAsyncClient> asyncClients = new EnumMap<>(Scheme.class);

  private SdkServer() {
    Path directory = temporary();
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
    engine = Engine.open(RocksDbStorage.open(directory, options), clock, EngineOptions.DEFAULT);
    try {
      server = CosmosServer.start(engine, CosmosOptions.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(directory)));
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("mayfly-sdk");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void stop(Path directory) {
    clients.values().forEach(CosmosClient::close);
    asyncClients.values().forEach(CosmosAsyncClient::close);
    server.close();
    engine.close();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  MovableClock clock() {
    return clock;
  }

  Engine engine() {
    return engine;
  }

  String endpoint(Scheme scheme) {
    return scheme.prefix() + "localhost:" + server.port() + "/";
  }

  /** A builder of clients with the account's key. */
  CosmosClientBuilder builder(Scheme scheme) {
    return new CosmosClientBuilder()
        .endpoint(endpoint(scheme))
        .key(AccountKeys.EMULATOR.primary())
        .gatewayMode();
  }

  synchronized CosmosClient client(Scheme scheme) {
    return clients.computeIfAbsent(scheme, each -> builder(each).buildClient());
  }

  /** One that wants to see what it writes, as the change feed processor must. */
  synchronized CosmosAsyncClient asyncClient(Scheme scheme) {
    return asyncClients.computeIfAbsent(
        scheme, each -> builder(each).contentResponseOnWriteEnabled(true).buildAsyncClient());
  }
}
