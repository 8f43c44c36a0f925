package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.storage.rocksdb.ReplicaRows;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * One node's copy of a replicated store. Thread safe.
 *
 * <p>Calls that concern the whole cluster ({@link #addNode}, {@link #removeNode}, {@link
 * #transferLeadership}, {@link #compare}) may be made at any node; they fail with NO_QUORUM while
 * there is no leader.
 */
public final class Replica implements AutoCloseable {
  private final ReplicaNode node;

  private Replica(ReplicaNode node) {
    this.node = node;
  }

  /**
   * Starts this node's replica. Returns when it takes part in the cluster; which role it has, the
   * listener learns.
   *
   * @throws EngineException BAD_REQUEST, LOCKED, NEWER_FORMAT, CORRUPTED, or STORAGE_FAILED, with
   *     what to do about it
   */
  public static Replica start(ReplicaOptions options, RoleListener listener) {
    return start(options, listener, LogTrimming.ofTail(options.logMebibytes()));
  }

  static Replica start(ReplicaOptions options, RoleListener listener, LogTrimming trimming) {
    requireNonNull(options, "options");
    requireNonNull(listener, "listener");
    return new Replica(ReplicaNode.start(options, listener, trimming));
  }

  /** True if the directory was made by a replica. */
  public static boolean isReplica(Path directory) {
    return ReplicaDirectory.isReplica(directory);
  }

  /**
   * Makes the directory of a new cluster's first node of a backup, which stays as it is. Start that
   * node with itself as the only peer, then add the others.
   *
   * @param options of the node; its directory must be absent or empty
   * @param adopting what makes the copy a store of its own
   */
  public static void restore(Path backup, ReplicaOptions options, Consumer<Storage> adopting) {
    if (isReplica(options.directory())) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The directory "
              + options.directory()
              + " is that of a node already. Give an absent or empty one");
    }
    try (ReplicaDirectory directory =
        ReplicaDirectory.open(options.directory(), options.clusterName(), options.nodeId())) {
      RocksDbStorage.restore(backup, directory.rows(), bytes -> {}, adopting);
      ReplicaRows.adopt(directory.rows(), options.rows());
    }
  }

  public Cluster cluster() {
    return node.cluster();
  }

  /** Announces to all nodes where clients reach this one; repeated until it is committed. */
  public void announce(ClientAddresses clients) {
    node.announce(requireNonNull(clients, "clients"));
  }

  /**
   * Makes a node, which was started to join, a member. Returns when it has caught up and counts.
   */
  public void addNode(String id, String address) {
    node.calls().add(id, address);
  }

  /** Takes a node out of the cluster; its id is not given to another directory. */
  public void removeNode(String id) {
    node.calls().remove(id);
  }

  /** Makes another node the leader. Returns when it is. */
  public void transferLeadership(String id) {
    if (!node.transfer(id)) {
      throw new EngineException(
          ErrorCode.NO_QUORUM,
          "Node "
              + id
              + " does not lead: it may not run, or be behind. Look at the cluster's status");
    }
  }

  /** Copies this node's rows, whatever its role, to an absent or empty directory. */
  public void backup(Path directory) {
    node.rows().backup(directory);
  }

  /** Compares the rows of all nodes as of one index of the log, while they are in use. */
  public ReplicaComparison compare() {
    return node.compare();
  }

  /** One more storage of the term in which this node leads, for tests. */
  Storage anotherStorage(int queueLimit) {
    return node.anotherStorage(queueLimit);
  }

  /** The session of the term in which this node leads, for tests; null if there is none. */
  LeaderSession session() {
    return node.session();
  }

  /** Whether this node looks out for stalls, as leaders do, for tests. */
  boolean isWatched() {
    return node.isWatched();
  }

  /** How often the cluster knows that a node was started, for tests. */
  long startsOf(String id) {
    return node.startsOf(id);
  }

  public ReplicaMetrics metrics() {
    return node.metrics();
  }

  /**
   * Ends the node's part. If it leads, another node is made the leader first, where one can be, so
   * that the others need not notice its absence.
   */
  @Override
  public void close() {
    node.handOver();
    node.close();
  }

  /** As {@link #close}, without handing over: as if the process ended. */
  void abort() {
    node.close();
  }
}
