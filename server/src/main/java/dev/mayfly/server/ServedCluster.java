package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.cluster.ClusterNode;
import dev.mayfly.engine.cluster.ClusterState;
import dev.mayfly.engine.cluster.ClusterState.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The cluster as front ends show it that serve this node in one role. A node is shown as the leader
 * only by the front ends of the engine that leads in that very term: not while that is being
 * opened, nor once the term has ended.
 */
final class ServedCluster implements Cluster {
  private final Cluster cluster;
  private final OptionalLong leadingTerm;
  private volatile ClientAddresses own;
  private volatile boolean handingOver;
  private final List<Consumer<ClusterState>> listeners = new CopyOnWriteArrayList<>();

  /**
   * @param leadingTerm the term in which the engine leads; empty if it follows
   */
  ServedCluster(Cluster cluster, OptionalLong leadingTerm) {
    this.cluster = requireNonNull(cluster, "cluster");
    this.leadingTerm = requireNonNull(leadingTerm, "leadingTerm");
  }

  @Override
  public String name() {
    return cluster.name();
  }

  @Override
  public String nodeId() {
    return cluster.nodeId();
  }

  @Override
  public ClusterState state() {
    ClusterState state = cluster.state();
    List<ClusterNode> nodes = new ArrayList<>();
    for (ClusterNode node : state.nodes()) {
      nodes.add(node.id().equals(nodeId()) ? withOwn(node) : node);
    }
    if (!state.isLeader()) {
      boolean leaves = leadingTerm.isPresent() && state.role() == Role.STARTING;
      return new ClusterState(
          leaves ? Role.CANDIDATE : state.role(), state.term(), state.leaderId(), nodes);
    }
    boolean leads =
        leadingTerm.isPresent() && leadingTerm.getAsLong() == state.term() && !handingOver;
    return new ClusterState(
        leads ? Role.LEADER : Role.CANDIDATE,
        state.term(),
        leads ? state.leaderId() : Optional.empty(),
        nodes);
  }

  /** Where clients reach this node, known here before it is announced. */
  void reachedAt(ClientAddresses addresses) {
    own = requireNonNull(addresses, "addresses");
  }

  private ClusterNode withOwn(ClusterNode node) {
    ClientAddresses known = own;
    if (known == null) {
      return node;
    }
    return new ClusterNode(
        node.id(), node.peerAddress(), known, node.appliedIndex(), node.lastHeardMillisAgo());
  }

  @Override
  public void onChange(Consumer<ClusterState> listener) {
    listeners.add(requireNonNull(listener, "listener"));
  }

  /**
   * While a leader hands over, it shows no leader: clients wait for the next one instead of trying
   * again here.
   */
  void handsOver(boolean now) {
    handingOver = now;
    changed();
  }

  /** Notifies the front ends that something has changed. */
  void changed() {
    ClusterState now = state();
    listeners.forEach(listener -> listener.accept(now));
  }

  boolean leads() {
    return leadingTerm.isPresent();
  }
}
