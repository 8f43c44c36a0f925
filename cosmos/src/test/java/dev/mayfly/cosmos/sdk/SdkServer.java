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
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Servers on RocksDB whose clock tests move, one for each number of partition key ranges that new
 * containers get, and the real SDK's clients of them. They are for all tests of a run: each test
 * has a database of its own, and clients take long to start.
 */
final class SdkServer {
  static final SdkServer SHARED = new SdkServer();

  private final MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
  private final Map<Integer, Engine> engines = new HashMap<>();
  private final Map<Integer, CosmosServer> servers = new HashMap<>();
  private final Map<SdkMode, CosmosClient> clients = new EnumMap<>(SdkMode.class);
  private final Map<SdkMode, CosmosAsyncClient> asyncClients = new EnumMap<>(SdkMode.class);

  private SdkServer() {
    Path directory = temporary();
    for (SdkMode mode : SdkMode.values()) {
      int ranges = mode.rangesPerContainer();
      if (!engines.containsKey(ranges)) {
        start(ranges, directory.resolve("ranges-" + ranges));
      }
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(directory)));
  }

  private void start(int ranges, Path directory) {
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
    Engine engine =
        Engine.open(
            RocksDbStorage.open(directory, options),
            clock,
            EngineOptions.DEFAULT.withPartitionsPerContainer(ranges));
    engines.put(ranges, engine);
    try {
      servers.put(ranges, CosmosServer.start(engine, CosmosOptions.defaults()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    servers.values().forEach(CosmosServer::close);
    engines.values().forEach(Engine::close);
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

  Engine engine(SdkMode mode) {
    return engines.get(mode.rangesPerContainer());
  }

  String endpoint(SdkMode mode) {
    return mode.prefix() + "localhost:" + servers.get(mode.rangesPerContainer()).port() + "/";
  }

  /** A builder of clients with the account's key. */
  CosmosClientBuilder builder(SdkMode mode) {
    return mode.set(
        new CosmosClientBuilder().endpoint(endpoint(mode)).key(AccountKeys.EMULATOR.primary()));
  }

  synchronized CosmosClient client(SdkMode mode) {
    return clients.computeIfAbsent(mode, each -> builder(each).buildClient());
  }

  /** One that wants to see what it writes, as the change feed processor must. */
  synchronized CosmosAsyncClient asyncClient(SdkMode mode) {
    return asyncClients.computeIfAbsent(
        mode, each -> builder(each).contentResponseOnWriteEnabled(true).buildAsyncClient());
  }
}
