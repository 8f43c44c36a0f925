package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.server.NodeRoles.Serving;
import dev.mayfly.server.admin.AdminException;
import dev.mayfly.server.admin.ClusterAdmin;
import dev.mayfly.server.metrics.ContainerSample;
import dev.mayfly.storage.ratis.Replica;
import dev.mayfly.storage.ratis.ReplicaComparison;
import dev.mayfly.storage.ratis.ReplicaMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The store of a node of a cluster, whatever its role, for the admin port. */
final class ClusterStore implements OpenStore, ClusterAdmin {
  private final NodeRoles roles;

  ClusterStore(NodeRoles roles) {
    this.roles = requireNonNull(roles, "roles");
  }

  private Serving current() {
    return roles
        .serving()
        .orElseThrow(
            () ->
                new AdminException(
                    503, "this node has no role yet: GET /cluster shows when it has"));
  }

  /** The store, for what only the leader does. */
  private EngineStore leading() {
    Serving now = current();
    if (!now.cluster().leads()) {
      throw new AdminException(
          409,
          "this node follows; "
              + now.cluster()
                  .state()
                  .leader()
                  .map(
                      leader ->
                          "ask the leader, "
                              + leader.id()
                              + " ("
                              + leader.peerAddress()
                              + "), at the admin port of its machine")
                  .orElse("there is no leader at the moment"));
    }
    return now.store();
  }

  private Replica replica() {
    return roles.replica().orElseThrow(() -> new AdminException(503, "this node is starting"));
  }

  @Override
  public Optional<Cluster> cluster() {
    return roles
        .serving()
        .<Cluster>map(Serving::cluster)
        .or(() -> roles.replica().map(Replica::cluster));
  }

  @Override
  public Optional<ReplicaMetrics> metrics() {
    return roles.replica().map(Replica::metrics);
  }

  @Override
  public long stalenessSeconds() {
    Serving now = roles.serving().orElse(null);
    return now == null
        ? 0
        : Math.max(0, System.currentTimeMillis() / 1000 - now.store().clock().epochSecond());
  }

  @Override
  public void add(String id, String address) {
    replica().addNode(id, address);
  }

  @Override
  public void remove(String id) {
    replica().removeNode(id);
  }

  @Override
  public void transferLeadership(Optional<String> id) {
    replica();
    roles.transferLeadership(id);
  }

  @Override
  public ReplicaComparison compare() {
    return replica().compare();
  }

  @Override
  public Engine engine() {
    return current().store().engine();
  }

  @Override
  public TtlClock clock() {
    return current().store().clock();
  }

  @Override
  public Optional<MovableClock> movableClock() {
    return Optional.empty();
  }

  @Override
  public boolean purgePaused() {
    return current().store().purgePaused();
  }

  @Override
  public boolean purgeAwaitsConfirmation() {
    return current().store().purgeAwaitsConfirmation();
  }

  @Override
  public void pausePurge() {
    leading().pausePurge();
  }

  @Override
  public void resumePurge() {
    leading().resumePurge();
  }

  @Override
  public void confirmPurge() {
    leading().confirmPurge();
  }

  /** Of this node's rows, whatever its role. */
  @Override
  public void backup(Path directory) {
    replica().backup(directory);
  }

  @Override
  public CheckResult check(Path directory) {
    return current().store().check(directory);
  }

  @Override
  public PartitionKeyRanges ranges(String database, String container) {
    return current().store().ranges(database, container);
  }

  @Override
  public PartitionKeyRanges splitRange(String database, String container, int range) {
    return leading().splitRange(database, container, range);
  }

  /**
   * Whether this process works, not whether the cluster does: restarting a node that is cut off
   * from the others would be of no use.
   */
  @Override
  public Health health() {
    if (roles.ended().isCompletedExceptionally()) {
      return new Health(false, "this node has ended; its log says why");
    }
    Serving now = roles.serving().orElse(null);
    if (now == null) {
      return new Health(true, "starting");
    }
    return now.store()
        .engine()
        .damage()
        .map(damage -> new Health(false, "damaged: " + damage))
        .orElseGet(() -> new Health(true, "ok"));
  }

  @Override
  public Health readiness() {
    Serving now = roles.serving().orElse(null);
    Health health = health();
    if (!health.serving() || now == null) {
      return new Health(false, health.detail());
    }
    return switch (now.cluster().state().role()) {
      case LEADER -> new Health(true, "leader");
      case FOLLOWER -> new Health(true, "follower");
      case CANDIDATE -> new Health(false, "there is no leader: a majority of the nodes is needed");
      case STARTING -> new Health(false, "starting");
    };
  }

  @Override
  public long sizeOnDiskBytes() {
    return current().store().sizeOnDiskBytes();
  }

  @Override
  public int waitingWrites() {
    return current().store().waitingWrites();
  }

  @Override
  public long requestsTotal() {
    return current().store().requestsTotal();
  }

  @Override
  public List<ContainerSample> containerMetrics() {
    Serving now = roles.serving().orElse(null);
    return now == null ? List.of() : now.store().containerMetrics();
  }

  @Override
  public Path directory() {
    return roles.config().data().orElseThrow();
  }

  @Override
  public void close() {
    roles.close();
  }
}
