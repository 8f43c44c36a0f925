package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.cluster.ClusterNode;
import dev.mayfly.engine.cluster.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The locations of the account: the nodes of a cluster, of which the leader is the one that is
 * written to, or this server alone. Clients follow a refusal with sub-status 3 to where the account
 * says that writes go.
 */
public final class Locations {
  /** A server on its own. */
  public static final Locations ONE = new Locations(null, System::nanoTime);

  private static final int WRITE_FORBIDDEN = 3;

  /** An election ends sooner; for so long clients are sent to look for the new leader. */
  private static final long ELECTION_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Cluster cluster;
  private final LongSupplier nanoTime;
  private volatile long leaderSeenNanos;
  private boolean hadLeader;

  /**
   * A node.
   *
   * @param name the node's id
   * @param address host and port
   * @param writable whether it is the leader
   */
  public record Location(String name, String address, boolean writable) {
    public Location {
      requireNonNull(name, "name");
      requireNonNull(address, "address");
    }
  }

  private Locations(Cluster cluster, LongSupplier nanoTime) {
    this.cluster = cluster;
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    leaderSeenNanos = nanoTime.getAsLong();
  }

  public static Locations of(Cluster cluster) {
    Locations locations = new Locations(requireNonNull(cluster, "cluster"), System::nanoTime);
    cluster.onChange(locations::changed);
    locations.changed(cluster.state());
    return locations;
  }

  private synchronized void changed(ClusterState state) {
    boolean hasLeader = state.leaderId().isPresent();
    if (hasLeader || hadLeader) {
      leaderSeenNanos = nanoTime.getAsLong();
    }
    hadLeader = hasLeader;
  }

  public boolean isCluster() {
    return cluster != null;
  }

  /** Where the nodes serve gateway mode, the leader first. Empty for a server on its own. */
  public List<Location> gateways() {
    return locations(ClientAddresses::cosmos);
  }

  /** Where the nodes serve direct mode, the leader first. Empty for a server on its own. */
  public List<Location> direct() {
    return locations(ClientAddresses::direct);
  }

  private List<Location> locations(Function<ClientAddresses, Optional<String>> address) {
    List<Location> found = new ArrayList<>();
    if (cluster != null) {
      ClusterState state = cluster.state();
      for (ClusterNode node : state.nodes()) {
        boolean leads = state.leaderId().filter(node.id()::equals).isPresent();
        address
            .apply(node.clients())
            .map(at -> new Location(node.id(), at, leads))
            .ifPresent(each -> found.add(leads ? 0 : found.size(), each));
      }
    }
    return found;
  }

  /**
   * Refuses what only the leader may do, if this node does not lead.
   *
   * @throws CosmosException 403 with sub-status 3, after which clients ask for the account again;
   *     503 if there has been no leader for long
   */
  public void requireLeader() {
    if (cluster == null) {
      return;
    }
    ClusterState state = cluster.state();
    if (state.isLeader()) {
      return;
    }
    if (state.leaderId().isEmpty() && nanoTime.getAsLong() - leaderSeenNanos > ELECTION_NANOS) {
      throw CosmosException.errors(
          503,
          0,
          "The cluster "
              + cluster.name()
              + " has no leader: a majority of its nodes must run and reach each other. Writes are"
              + " refused until then.");
    }
    throw CosmosException.errors(
        403,
        WRITE_FORBIDDEN,
        "The requested operation cannot be performed at this region: the node "
            + cluster.nodeId()
            + " follows, "
            + state
                .leader()
                .map(
                    leader ->
                        "and "
                            + leader.id()
                            + leader.clients().cosmos().map(at -> " at " + at).orElse("")
                            + " leads.")
                .orElse("and there is no leader at the moment."));
  }
}
