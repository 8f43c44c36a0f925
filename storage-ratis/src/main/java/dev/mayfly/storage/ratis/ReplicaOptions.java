package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * How to start a replica.
 *
 * @param directory absent or empty, or of this very node
 * @param clusterName the same at all nodes
 * @param nodeId unique in the cluster, and never given to another directory
 * @param peerAddress host and port at which the others reach this node
 * @param listenAddress host and port at which it listens for them, if not there: behind an address
 *     translation, or on all interfaces
 * @param peers the first members by id, this node among them; of use until the directory knows more
 * @param join whether the node waits to be added to a running cluster; {@code peers} are then nodes
 *     of it, and this node need not be among them
 * @param tls between nodes; without it all addresses must be loopback
 * @param rows how the node's own rows are kept; its durability means nothing here
 * @param electionTimeout how long a leader may be silent before another one is elected
 * @param clients where clients reach this node, announced to the others
 * @param wallMillis the wall clock, for the comparison of clocks among nodes
 * @param logMebibytes how much of the log is kept behind the rows that are on the medium, so that a
 *     node that comes back soon needs no snapshot
 * @param skewLimit a leader whose clock is further than this from those of most nodes steps down
 */
public record ReplicaOptions(
    Path directory,
    String clusterName,
    String nodeId,
    String peerAddress,
    Optional<String> listenAddress,
    Map<String, String> peers,
    boolean join,
    Optional<PeerTls> tls,
    RocksDbOptions rows,
    Duration electionTimeout,
    ClientAddresses clients,
    LongSupplier wallMillis,
    int logMebibytes,
    Duration skewLimit) {
  public static final Duration ELECTION_TIMEOUT_DEFAULT = Duration.ofSeconds(2);
  public static final Duration ELECTION_TIMEOUT_MIN = Duration.ofMillis(200);
  public static final Duration ELECTION_TIMEOUT_MAX = Duration.ofSeconds(60);
  public static final Duration SKEW_LIMIT_DEFAULT = Duration.ofSeconds(1);
  public static final int NODES_MAX = 9;
  public static final int LOG_MEBIBYTES_DEFAULT = 128;
  public static final int LOG_MEBIBYTES_MAX = 1 << 20;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");

  public ReplicaOptions {
    requireNonNull(directory, "directory");
    requireNonNull(listenAddress, "listenAddress");
    requireNonNull(tls, "tls");
    requireNonNull(rows, "rows");
    requireNonNull(electionTimeout, "electionTimeout");
    requireNonNull(clients, "clients");
    requireNonNull(wallMillis, "wallMillis");
    requireNonNull(skewLimit, "skewLimit");
    checkName("The cluster's name", clusterName);
    checkName("The node's id", nodeId);
    peers = Map.copyOf(peers);
    peers.keySet().forEach(id -> checkName("A node's id", id));
    if (peers.size() > NODES_MAX) {
      throw refused(
          "A cluster has at most " + NODES_MAX + " nodes; " + peers.size() + " are given");
    }
    if (!join && !peerAddress.equals(peers.get(nodeId))) {
      throw refused(
          "The peers must name this node with its own address: "
              + nodeId
              + "="
              + peerAddress
              + " is not among "
              + new TreeMap<>(peers));
    }
    if (join && peers.keySet().stream().allMatch(nodeId::equals)) {
      throw refused("To join a cluster, give at least one other node of it as a peer");
    }
    if (peers.values().stream().distinct().count() < peers.size()) {
      throw refused("Two peers have the same address: " + new TreeMap<>(peers));
    }
    if (electionTimeout.compareTo(ELECTION_TIMEOUT_MIN) < 0
        || electionTimeout.compareTo(ELECTION_TIMEOUT_MAX) > 0) {
      throw refused(
          "The election timeout is "
              + electionTimeout.toMillis()
              + " ms; give one from "
              + ELECTION_TIMEOUT_MIN.toMillis()
              + " to "
              + ELECTION_TIMEOUT_MAX.toMillis()
              + " ms");
    }
    if (logMebibytes < 1 || logMebibytes > LOG_MEBIBYTES_MAX) {
      throw refused(
          "The log's tail is " + logMebibytes + " MiB; give 1 to " + LOG_MEBIBYTES_MAX + " MiB");
    }
    if (skewLimit.isNegative() || skewLimit.isZero()) {
      throw refused("The limit for clock skew must be positive");
    }
    PeerAddress.parse(peerAddress).requireSafe(tls.isPresent());
    listenAddress.ifPresent(each -> PeerAddress.parse(each).requireSafe(tls.isPresent()));
    peers.values().forEach(each -> PeerAddress.parse(each).requireSafe(tls.isPresent()));
  }

  /** The usual settings for a node that is among its peers. */
  public static ReplicaOptions of(
      Path directory, String clusterName, String nodeId, Map<String, String> peers) {
    String address = peers.get(nodeId);
    if (address == null) {
      throw refused("The node " + nodeId + " is not among the peers " + new TreeMap<>(peers));
    }
    return new ReplicaOptions(
        directory,
        clusterName,
        nodeId,
        address,
        Optional.empty(),
        peers,
        false,
        Optional.empty(),
        RocksDbOptions.defaults(),
        ELECTION_TIMEOUT_DEFAULT,
        ClientAddresses.UNKNOWN,
        System::currentTimeMillis,
        LOG_MEBIBYTES_DEFAULT,
        SKEW_LIMIT_DEFAULT);
  }

  public ReplicaOptions withJoin(boolean value) {
    return with(next -> next.join = value);
  }

  public ReplicaOptions withListenAddress(String value) {
    return with(next -> next.listenAddress = Optional.of(value));
  }

  public ReplicaOptions withTls(PeerTls value) {
    return with(next -> next.tls = Optional.of(value));
  }

  public ReplicaOptions withRows(RocksDbOptions value) {
    return with(next -> next.rows = value);
  }

  public ReplicaOptions withElectionTimeout(Duration value) {
    return with(next -> next.electionTimeout = value);
  }

  public ReplicaOptions withClients(ClientAddresses value) {
    return with(next -> next.clients = value);
  }

  public ReplicaOptions withWallMillis(LongSupplier value) {
    return with(next -> next.wallMillis = value);
  }

  public ReplicaOptions withLogMebibytes(int value) {
    return with(next -> next.logMebibytes = value);
  }

  public ReplicaOptions withSkewLimit(Duration value) {
    return with(next -> next.skewLimit = value);
  }

  private ReplicaOptions with(Consumer<Draft> change) {
    Draft next = new Draft();
    change.accept(next);
    return next.options();
  }

  /** These options, before some of them change. */
  private final class Draft {
    private boolean join = ReplicaOptions.this.join;
    private Optional<String> listenAddress = ReplicaOptions.this.listenAddress;
    private Optional<PeerTls> tls = ReplicaOptions.this.tls;
    private RocksDbOptions rows = ReplicaOptions.this.rows;
    private Duration electionTimeout = ReplicaOptions.this.electionTimeout;
    private ClientAddresses clients = ReplicaOptions.this.clients;
    private LongSupplier wallMillis = ReplicaOptions.this.wallMillis;
    private int logMebibytes = ReplicaOptions.this.logMebibytes;
    private Duration skewLimit = ReplicaOptions.this.skewLimit;

    private ReplicaOptions options() {
      return new ReplicaOptions(
          directory,
          clusterName,
          nodeId,
          peerAddress,
          listenAddress,
          peers,
          join,
          tls,
          rows,
          electionTimeout,
          clients,
          wallMillis,
          logMebibytes,
          skewLimit);
    }
  }

  private static void checkName(String what, String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw refused(
          what + " is '" + name + "'; give 1 to 63 letters, digits, dots, hyphens or underscores");
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }
}
