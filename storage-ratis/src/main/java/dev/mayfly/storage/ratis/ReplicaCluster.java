package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.cluster.ClusterState;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cluster as this node sees it, and those who want to know of changes. */
final class ReplicaCluster implements Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaCluster.class);

  private final String name;
  private final String nodeId;
  private final Supplier<ClusterState> look;
  private final List<Consumer<ClusterState>> listeners = new CopyOnWriteArrayList<>();
  private ClusterState last;

  /**
   * @param look takes a look at the present state
   */
  ReplicaCluster(String name, String nodeId, Supplier<ClusterState> look) {
    this.name = requireNonNull(name, "name");
    this.nodeId = requireNonNull(nodeId, "nodeId");
    this.look = requireNonNull(look, "look");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String nodeId() {
    return nodeId;
  }

  @Override
  public ClusterState state() {
    return look.get();
  }

  @Override
  public void onChange(Consumer<ClusterState> listener) {
    listeners.add(requireNonNull(listener, "listener"));
  }

  /** Calls listeners if something is other than they last heard. */
  synchronized void check() {
    ClusterState now = look.get();
    if (last != null && isSame(last, now)) {
      return;
    }
    last = now;
    for (Consumer<ClusterState> listener : listeners) {
      try {
        listener.accept(now);
      } catch (RuntimeException e) {
        LOG.error("A listener for changes of the cluster failed", e);
      }
    }
  }

  /** How far nodes have come changes all the time, and is not reported here. */
  private static boolean isSame(ClusterState one, ClusterState other) {
    return one.role() == other.role()
        && one.term() == other.term()
        && one.leaderId().equals(other.leaderId())
        && members(one).equals(members(other));
  }

  private static List<List<Object>> members(ClusterState state) {
    return state.nodes().stream()
        .map(node -> List.<Object>of(node.id(), node.peerAddress(), node.clients()))
        .toList();
  }
}
