package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.WallTime;
import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.net.tls.NodeCertificates;
import dev.mayfly.server.config.ClusterConfig;
import dev.mayfly.server.config.CosmosConfig;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.expiry.Webhooks;
import dev.mayfly.storage.ratis.PeerTls;
import dev.mayfly.storage.ratis.Replica;
import dev.mayfly.storage.ratis.ReplicaMetrics;
import dev.mayfly.storage.ratis.ReplicaOptions;
import dev.mayfly.storage.ratis.RoleListener;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the roles of a node of a cluster. With each role the replica hands over a storage; an
 * engine and front ends are opened on it, take over the ports, and replace those of the role
 * before, which end in the background: their clients are answered, and their connections closed.
 */
final class NodeRoles implements RoleListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeRoles.class);
  private static final long HAND_OVER_SECONDS = 10;

  /**
   * What a role is served with.
   *
   * @param webhooks of the leader; empty for other roles
   */
  record Serving(
      EngineStore store, FrontEnds frontEnds, ServedCluster cluster, Optional<Webhooks> webhooks) {}

  private final Supplier<ServerConfig> config;
  private final CompletableFuture<Void> firstRole = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final CompletableFuture<Replica> started = new CompletableFuture<>();
  private final ExecutorService retiring =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "mayfly-role-end");
            thread.setDaemon(true);
            return thread;
          });
  private volatile Serving serving;
  private volatile boolean closing;
  private Replica replica;

  // Set before the future started is complete, which every role waits for.
  private FrontEnds.Shared shared;
  private int adminPort;
  private String explorer;

  /**
   * @param config with the keys that are in force
   */
  NodeRoles(Supplier<ServerConfig> config) {
    this.config = requireNonNull(config, "config");
  }

  /** Starts the replica. It makes the directory. */
  void start() {
    EngineStore.refuseBackup(config.get().data().orElseThrow());
    replica = Replica.start(options(config.get()), this);
  }

  /** Lets the replica's roles be served, the first one as soon as it has one. */
  void serve(FrontEnds.Shared with, int admin, String explorerAddress) {
    shared = requireNonNull(with, "with");
    adminPort = admin;
    explorer = explorerAddress;
    replica.cluster().onChange(state -> changed());
    started.complete(replica);
  }

  private static ReplicaOptions options(ServerConfig config) {
    ClusterConfig cluster = config.cluster().orElseThrow();
    ReplicaOptions options =
        ReplicaOptions.of(
                config.data().orElseThrow(), cluster.name(), cluster.nodeId(), cluster.peers())
            .withJoin(cluster.join())
            .withRows(EngineStore.storageOptions(config))
            .withElectionTimeout(cluster.electionTimeout())
            .withLogMebibytes(cluster.logMebibytes())
            .withWallMillis(WallTime.system()::wallMillis);
    ReplicaOptions listening = cluster.listen().map(options::withListenAddress).orElse(options);
    return cluster
        .certificates()
        .map(
            directory ->
                listening.withTls(
                    new PeerTls(
                        directory.resolve(NodeCertificates.AUTHORITY_FILE),
                        directory.resolve(NodeCertificates.CERTIFICATE_FILE),
                        directory.resolve(NodeCertificates.KEY_FILE))))
        .orElse(listening);
  }

  /**
   * Waits until the node serves clients in some role, which takes a majority at the first start.
   */
  void awaitServing() {
    try {
      CompletableFuture.anyOf(firstRole, ended).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Completes exceptionally when this node has ended by itself. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** What serves the present role; empty before the first one. */
  Optional<Serving> serving() {
    return Optional.ofNullable(serving);
  }

  /** The replica; empty until its roles are served. */
  Optional<Replica> replica() {
    return started.isDone() ? Optional.of(replica) : Optional.empty();
  }

  ServerConfig config() {
    return config.get();
  }

  private void changed() {
    Serving now = serving;
    if (now != null) {
      now.cluster().changed();
    }
  }

  @Override
  public void leading(Storage storage, long term) {
    serve(storage, OptionalLong.of(term));
  }

  @Override
  public void following(Storage readOnlyStorage) {
    serve(readOnlyStorage, OptionalLong.empty());
  }

  @Override
  public void stopped(Throwable reason) {
    LOG.error("This node has ended: {}", reason.getMessage(), reason);
    retire(null);
    ended.completeExceptionally(
        reason instanceof RuntimeException known
            ? known
            : new EngineException(ErrorCode.STORAGE_FAILED, reason.getMessage(), reason));
  }

  private void serve(Storage storage, OptionalLong leadingTerm) {
    started.join();
    if (closing) {
      storage.close();
      return;
    }
    long startNanos = System.nanoTime();
    try {
      Engine engine = open(storage, leadingTerm.isPresent());
      try {
        serve(engine, leadingTerm);
      } catch (RuntimeException e) {
        engine.close();
        throw e;
      }
      LOG.info(
          "This node {} after {} ms",
          leadingTerm.isPresent() ? "leads in term " + leadingTerm.getAsLong() : "follows",
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
    } catch (EngineException e) {
      boolean leads = leadingTerm.isPresent();
      if (leads && (ENDED.contains(e.code()) || e.code() == ErrorCode.CLOCK_BEHIND)) {
        throw e; // The replica decides what comes next.
      } else if (ENDED.contains(e.code())) {
        LOG.info("The role has ended before it was served: {}", e.getMessage());
      } else {
        stopped(e);
      }
    } catch (RuntimeException e) {
      stopped(e);
    }
  }

  private Engine open(Storage storage, boolean leads) {
    ServerConfig now = config.get();
    EngineOptions options = EngineStore.engineOptions(now);
    return leads
        ? Engine.lead(storage, EngineStore.systemClock(now), options)
        : Engine.follow(storage, options);
  }

  private void serve(Engine engine, OptionalLong leadingTerm) {
    ServerConfig now = config.get();
    if (leadingTerm.isPresent()
        && !now.purgeConfirmAfterRestore()
        && engine.background().isHeldByRestore()) {
      engine.background().confirmRestore();
    }
    Serving before = serving;
    Optional<CosmosConfig> cosmos = now.cosmos();
    Optional<MongoConfig> mongo = now.mongo();
    if (before != null) {
      cosmos = cosmos.map(wanted -> samePorts(wanted, before.frontEnds()));
      mongo = mongo.map(wanted -> samePort(wanted, before.frontEnds()));
    }
    ServedCluster view = new ServedCluster(replica.cluster(), leadingTerm);
    Membership membership = new Membership(view, () -> transferLeadership(Optional.empty()));
    FrontEnds frontEnds = FrontEnds.start(engine, cosmos, mongo, shared, Optional.of(membership));
    ClientAddresses addresses = addresses(now, frontEnds);
    view.reachedAt(addresses);
    frontEnds.cosmos().ifPresent(server -> server.explorerAt(explorer));
    frontEnds.makeCertificate();
    EngineStore store = EngineStore.of(engine, now.data().orElseThrow());
    Optional<Webhooks> webhooks =
        leadingTerm.isPresent()
            ? Optional.of(new Webhooks(engine, () -> !store.purgeAwaitsConfirmation()))
            : Optional.empty();
    if (before != null && leadingTerm.isPresent() && !before.cluster().leads()) {
      // Clients use these connections for writes once this node is shown as the leader, which it
      // is when this method has returned.
      before.frontEnds().closeIdle();
    }
    retire(new Serving(store, frontEnds, view, webhooks));
    webhooks.ifPresent(Webhooks::start);
    replica.announce(addresses);
    firstRole.complete(null);
  }

  /** The ports stay the same, also those that were any free ones at first. */
  private static CosmosConfig samePorts(CosmosConfig wanted, FrontEnds before) {
    CosmosServer server = before.cosmos().orElseThrow();
    return wanted.onPorts(server.port(), server.directPort());
  }

  private static MongoConfig samePort(MongoConfig wanted, FrontEnds before) {
    return wanted.onPort(before.mongo().orElseThrow().port());
  }

  private ClientAddresses addresses(ServerConfig now, FrontEnds frontEnds) {
    ClusterConfig cluster = now.cluster().orElseThrow();
    return new ClientAddresses(
        frontEnds.cosmos().map(server -> cluster.clientAddress(server.port())),
        frontEnds
            .cosmos()
            .map(CosmosServer::directPort)
            .filter(OptionalInt::isPresent)
            .map(port -> cluster.clientAddress(port.getAsInt())),
        frontEnds.mongo().map(server -> mongoAddress(now, cluster, server)),
        Optional.of("127.0.0.1:" + adminPort));
  }

  private static String mongoAddress(ServerConfig now, ClusterConfig cluster, MongoServer server) {
    return now.mongo()
        .flatMap(MongoConfig::advertised)
        .orElseGet(() -> cluster.clientAddress(server.port()));
  }

  private static void end(Serving before) {
    before.webhooks().ifPresent(Webhooks::close);
    try {
      if (before.cluster().leads()) {
        before.frontEnds().closeWritten();
      } else {
        before.frontEnds().close();
      }
    } finally {
      before.store().close();
    }
  }

  /** Serves the next role, and ends what served the one before. */
  private void retire(Serving next) {
    Serving before = serving;
    serving = next;
    if (before != null) {
      retiring.execute(() -> end(before));
    }
  }

  /**
   * Makes another node the leader.
   *
   * @param id empty for the one that is least behind
   */
  void transferLeadership(Optional<String> id) {
    String next =
        id.or(() -> leastBehind(replica.metrics()))
            .orElseThrow(
                () ->
                    new EngineException(
                        ErrorCode.NO_QUORUM,
                        "No other node is known to be up that could lead; ask the leader, or name"
                            + " the node"));
    Optional<ServedCluster> leading =
        serving().map(Serving::cluster).filter(cluster -> cluster.state().isLeader());
    leading.ifPresent(cluster -> cluster.handsOver(true));
    try {
      replica.transferLeadership(next);
    } catch (RuntimeException e) {
      leading.ifPresent(cluster -> cluster.handsOver(false));
      throw e;
    }
  }

  private static Optional<String> leastBehind(ReplicaMetrics metrics) {
    return metrics.followers().entrySet().stream()
        .filter(each -> each.getValue().lagEntries() >= 0)
        .min(Comparator.comparingLong(each -> each.getValue().lagEntries()))
        .map(Map.Entry::getKey);
  }

  /** The leader hands over before its ports close, so that clients find another one at once. */
  @Override
  public void close() {
    if (started.isDone()) {
      Serving now = serving;
      if (now != null && now.cluster().state().isLeader()) {
        handOver(now);
      }
    }
    closing = true;
    retire(null);
    retiring.shutdown();
    try {
      if (!retiring.awaitTermination(HAND_OVER_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("The front ends did not end in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // Roles that were not served yet end.
    started.complete(replica);
    if (replica != null) {
      replica.close();
    }
  }

  private void handOver(Serving leading) {
    if (leading.cluster().state().nodes().size() < 2) {
      return;
    }
    try {
      transferLeadership(Optional.empty());
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
      while (serving == leading && System.nanoTime() - deadline < 0) {
        Thread.sleep(10);
      }
    } catch (EngineException e) {
      LOG.info("No other node took over: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
