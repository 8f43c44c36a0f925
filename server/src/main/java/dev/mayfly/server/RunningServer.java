package dev.mayfly.server;

import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.net.port.Network;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.net.tls.TlsException;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.server.admin.AdminServer;
import dev.mayfly.server.admin.AdminServices;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** An open store and what listens for it. */
final class RunningServer implements AutoCloseable {
  private final AtomicBoolean closed = new AtomicBoolean();

  /** What was started, the last first: closed in this order. */
  private final Deque<Runnable> closing = new ArrayDeque<>();

  private static final String SPILL_DIRECTORY = "spill";
  private static final int MEBIBYTE_BITS = 20;

  /** What the requests of both front ends may hold together. */
  private MemoryPool memory;

  private AdminServer admin;
  private CosmosServer cosmos;
  private MongoServer mongo;

  private RunningServer() {}

  /** A server whose keys stay as they are. */
  static RunningServer start(ServerConfig config, Stores stores) {
    return start(config, stores, () -> config);
  }

  /**
   * @param source reads the settings again, for new keys
   */
  static RunningServer start(ServerConfig config, Stores stores, Supplier<ServerConfig> source) {
    RunningServer server = new RunningServer();
    try {
      server.open(config, stores, source);
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void open(ServerConfig config, Stores stores, Supplier<ServerConfig> source) {
    OpenStore store = stores.open(config);
    closing.push(store::close);
    memory = MemoryPool.ofHeap(spillSpace(config, store));
    Network network = Network.ofMachine();
    closing.push(network::close);
    config
        .cosmos()
        .ifPresent(
            wanted -> {
              cosmos = CosmosFrontEnd.start(store.engine(), wanted, network, memory);
              closing.push(cosmos::close);
            });
    config
        .mongo()
        .ifPresent(
            wanted -> {
              mongo =
                  MongoFrontEnd.start(store.engine(), wanted, certificate(wanted), network, memory);
              closing.push(mongo::close);
            });
    admin = admin(config, store, source);
    closing.push(admin::close);
    if (cosmos != null) {
      cosmos.explorerAt("http://localhost:" + admin.port() + "/");
    }
  }

  /** Spilling stops well before writes would be refused because the disk is full. */
  private static SpillSpace spillSpace(ServerConfig config, OpenStore store) {
    if (config.spillMebibytes() == 0) {
      return SpillSpace.NONE;
    }
    Path directory = store.directory().resolve(SPILL_DIRECTORY);
    try {
      return SpillSpace.in(
          directory,
          (long) config.spillMebibytes() << MEBIBYTE_BITS,
          2L * config.diskReserveMebibytes() << MEBIBYTE_BITS);
    } catch (IOException e) {
      throw new ConfigException(
          "the directory "
              + directory
              + " can't be used: "
              + e
              + "; free it, or set"
              + " spill-megabytes to 0",
          e);
    }
  }

  /** One certificate for all ports. */
  private ServerCertificate certificate(MongoConfig wanted) {
    if (cosmos != null) {
      return cosmos.certificate();
    }
    try {
      return ServerCertificate.load(wanted.certificate().tlsOptions(), Instant.now());
    } catch (TlsException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private AdminServer admin(ServerConfig config, OpenStore store, Supplier<ServerConfig> source) {
    try {
      Optional<CosmosServer> nosql = Optional.ofNullable(cosmos);
      Optional<MongoServer> documents = Optional.ofNullable(mongo);
      return new AdminServer(
          config.adminPort(),
          new AdminServices(
              store,
              config.backupDirectory(),
              memory,
              documents.map(MongoFrontEnd::metrics),
              new KeyReload(config, source, nosql, documents),
              new ServerCredentials(nosql, documents),
              new ServerApis(config, nosql, documents)));
    } catch (IOException e) {
      throw new ConfigException(
          "can't listen on 127.0.0.1:"
              + config.adminPort()
              + " ("
              + e.getMessage()
              + "); choose another port with --admin-port N, or 0 for any free one",
          e);
    }
  }

  int adminPort() {
    return admin.port();
  }

  /** Where Cosmos DB's clients are served, if they are. */
  int cosmosPort() {
    return cosmos.port();
  }

  /** Where Cosmos DB's clients in direct mode are served; empty if they are not. */
  OptionalInt cosmosDirectPort() {
    return cosmos.directPort();
  }

  /** Where MongoDB's clients are served, if they are. */
  int mongoPort() {
    return mongo.port();
  }

  /** Where clients of Azure Cosmos DB for MongoDB are served, if they are. */
  int mongoCosmosPort() {
    return mongo.cosmosPort();
  }

  /** First stops listening, then closes the store. The second call does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      closeRest();
    }
  }

  private void closeRest() {
    Runnable next = closing.poll();
    if (next != null) {
      try {
        next.run();
      } finally {
        closeRest();
      }
    }
  }
}
