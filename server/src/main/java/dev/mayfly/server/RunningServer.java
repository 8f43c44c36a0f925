package dev.mayfly.server;

import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.net.port.Network;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.server.admin.AdminException;
import dev.mayfly.server.admin.AdminServer;
import dev.mayfly.server.admin.AdminServices;
import dev.mayfly.server.admin.ClusterAdmin;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.expiry.Webhooks;
import dev.mayfly.server.metrics.FrontEndMetrics;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.server.transfer.EngineTransfer;
import dev.mayfly.server.transfer.ImportOptions;
import dev.mayfly.server.transfer.ImportRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** An open store and what listens for it. */
public final class RunningServer implements AutoCloseable {
  private final AtomicBoolean closed = new AtomicBoolean();

  /** What was started, the last first: closed in this order. */
  private final Deque<Runnable> closing = new ArrayDeque<>();

  private static final String SPILL_DIRECTORY = "spill";
  private static final int MEBIBYTE_BITS = 20;

  private OpenStore store;
  private Optional<Webhooks> webhooks = Optional.empty();
  private AdminServer admin;
  private Optional<FrontEnds> alone = Optional.empty();
  private Optional<NodeRoles> node = Optional.empty();
  private KeyReload keyReload;

  private RunningServer() {}

  /** The engine on RocksDB, with keys that stay as they are. */
  public static RunningServer start(ServerConfig config) {
    return start(config, new EngineStores());
  }

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
    keyReload = new KeyReload(config, source, this::frontEnds);
    if (config.cluster().isPresent()) {
      openNode(config);
    } else {
      openAlone(config, stores);
    }
  }

  private void openAlone(ServerConfig config, Stores stores) {
    // Made while the store waits for the disk.
    CompletableFuture<Network> threads =
        CompletableFuture.supplyAsync(
            Network::ofMachine, task -> new Thread(task, "mayfly-prepare").start());
    OpenStore opened;
    try {
      opened = stores.open(config);
    } catch (RuntimeException | Error e) {
      threads.thenAccept(Network::close);
      throw e;
    }
    store = opened;
    closing.push(opened::close);
    Webhooks hooks = new Webhooks(opened.engine(), () -> !opened.purgeAwaitsConfirmation());
    webhooks = Optional.of(hooks);
    closing.push(hooks::close);
    Network network = network(config, threads.join());
    MemoryPool memory = MemoryPool.ofHeap(spillSpace(config, opened.directory()));
    FrontEnds.Shared shared = new FrontEnds.Shared(network, memory);
    FrontEnds started =
        FrontEnds.start(opened.engine(), config.cosmos(), config.mongo(), shared, Optional.empty());
    closing.push(started::close);
    alone = Optional.of(started);
    admin = admin(config, shared, Optional.empty());
    closing.push(admin::close);
    hooks.start();
    started.cosmos().ifPresent(cosmos -> cosmos.explorerAt(explorer()));
    started.makeCertificate();
  }

  /** The admin port answers before the node has a role. */
  private void openNode(ServerConfig config) {
    Path directory = config.data().orElseThrow();
    Network network = network(config, Network.keepingPorts());
    NodeRoles roles = new NodeRoles(() -> keyReload.inForce());
    node = Optional.of(roles);
    ClusterStore replicated = new ClusterStore(roles);
    store = replicated;
    closing.push(replicated::close);
    roles.start();
    MemoryPool memory = MemoryPool.ofHeap(spillSpace(config, directory));
    FrontEnds.Shared shared = new FrontEnds.Shared(network, memory);
    admin = admin(config, shared, Optional.of(replicated));
    closing.push(admin::close);
    roles.serve(shared, admin.port(), explorer());
    roles.awaitServing();
  }

  private Network network(ServerConfig config, Network network) {
    closing.push(network::close);
    network.meter().slow().setThresholds(config.slow().millis(), config.slow().requestUnits());
    return network;
  }

  private Webhooks webhooks() {
    return node.flatMap(NodeRoles::serving)
        .flatMap(NodeRoles.Serving::webhooks)
        .or(() -> webhooks)
        .orElseThrow(
            () ->
                new AdminException(
                    409, "the node that leads sends expiry events: GET /cluster names it"));
  }

  private String explorer() {
    return "http://localhost:" + admin.port() + "/";
  }

  private Optional<FrontEnds> serving() {
    return node.isPresent() ? node.get().serving().map(NodeRoles.Serving::frontEnds) : alone;
  }

  private FrontEnds frontEnds() {
    return serving()
        .orElseThrow(
            () ->
                new AdminException(
                    503, "this node has no role yet: GET /cluster shows when it has"));
  }

  /** When the server ends by itself, and why; never for a server on its own. */
  CompletableFuture<Void> ended() {
    return node.map(NodeRoles::ended).orElseGet(CompletableFuture::new);
  }

  /** Spilling stops well before writes would be refused because the disk is full. */
  private static SpillSpace spillSpace(ServerConfig config, Path data) {
    if (config.spillMebibytes() == 0) {
      return SpillSpace.NONE;
    }
    Path directory = data.resolve(SPILL_DIRECTORY);
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

  private AdminServer admin(
      ServerConfig config, FrontEnds.Shared shared, Optional<ClusterAdmin> cluster) {
    try {
      return new AdminServer(
          config.adminPort(),
          new AdminServices(
              store,
              config.backupDirectory(),
              shared.memory(),
              new FrontEndMetrics(
                  shared.network().meter(),
                  connections(config),
                  config.mongo().map(unused -> MongoFrontEnd.metrics(this::serving))),
              Version.text(),
              keyReload,
              this::webhooks,
              new ServerCredentials(this::frontEnds),
              new ServerApis(config, this::frontEnds),
              cluster));
    } catch (IOException e) {
      throw new ConfigException(
          "can't listen on 127.0.0.1:"
              + config.adminPort()
              + " ("
              + e.getMessage()
              + "); choose another port with: mayfly serve --admin-port N (0 for any free one)",
          e);
    }
  }

  /** How many clients are connected, by API. */
  private Map<String, LongSupplier> connections(ServerConfig config) {
    Map<String, LongSupplier> connections = new HashMap<>();
    if (config.cosmos().isPresent()) {
      connections.put("nosql", () -> ofCosmos(CosmosServer::connections));
      connections.put("nosql-direct", () -> ofCosmos(CosmosServer::directConnections));
    }
    if (config.mongo().isPresent()) {
      connections.put(
          "mongodb",
          () ->
              serving()
                  .flatMap(FrontEnds::mongo)
                  .map(server -> (long) server.clients().connected().size())
                  .orElse(0L));
    }
    return connections;
  }

  private long ofCosmos(ToLongFunction<CosmosServer> figure) {
    return serving().flatMap(FrontEnds::cosmos).map(figure::applyAsLong).orElse(0L);
  }

  /** What it serves. */
  public OpenStore store() {
    return store;
  }

  /** Loads a folder of files as databases and containers, as {@code mayfly seed} does. */
  public void seed(Path folder) {
    try (Progress progress = Progress.silent()) {
      new ImportRun(new EngineTransfer(store.engine()), ImportOptions.SEED, progress).seed(folder);
    }
  }

  /**
   * The certificate of its ports; only if it serves Cosmos DB's clients. Waits until it is made.
   */
  public String certificatePem() {
    return frontEnds().cosmos().orElseThrow().certificate().identity().join().certificatePem();
  }

  /**
   * Deletes all data and users and starts the movable clock again at that time; connections stay
   * open.
   *
   * @param keepDefinitions whether the databases, containers and indexes of clients stay
   */
  public void reset(long epochMilli, boolean frozen, boolean keepDefinitions) {
    frontEnds().mongo().ifPresent(mongo -> mongo.reset(store.engine().lastTime()));
    store
        .engine()
        .clear(
            store.movableClock().orElseThrow(),
            epochMilli,
            frozen,
            database -> keepDefinitions && !database.name().startsWith(Directory.OWN_PREFIX));
  }

  public int adminPort() {
    return admin.port();
  }

  /** Where Cosmos DB's clients are served, if they are. */
  public int cosmosPort() {
    return frontEnds().cosmos().orElseThrow().port();
  }

  /** Where Cosmos DB's clients in direct mode are served; empty if they are not. */
  OptionalInt cosmosDirectPort() {
    return frontEnds().cosmos().orElseThrow().directPort();
  }

  /** Where MongoDB's clients are served, if they are. */
  public int mongoPort() {
    return frontEnds().mongo().orElseThrow().port();
  }

  /** Where clients of Azure Cosmos DB for MongoDB are served, if they are. */
  int mongoCosmosPort() {
    return frontEnds().mongo().orElseThrow().cosmosPort();
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
