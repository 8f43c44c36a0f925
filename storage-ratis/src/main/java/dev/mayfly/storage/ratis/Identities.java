package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Whether those who call themselves nodes of this cluster are: of the cluster, with the directory
 * that the id belongs to, not with an older copy of it, and one process for each.
 */
final class Identities {
  /** A process that was not heard of for so long has ended. */
  static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2_500);

  private final LongSupplier clusterId;
  private final Function<String, NodeInfo> nodes;
  private final Map<String, Run> runs = new HashMap<>();

  private record Run(long id, long heardNanos) {}

  /**
   * @param verdict why it must not run; empty if it may
   * @param temporary whether it may later
   */
  record Judgement(String verdict, boolean temporary) {
    static final Judgement FINE = new Judgement("", false);
  }

  /**
   * @param nodes what a node has said about itself, or null
   */
  Identities(LongSupplier clusterId, Function<String, NodeInfo> nodes) {
    this.clusterId = requireNonNull(clusterId, "clusterId");
    this.nodes = requireNonNull(nodes, "nodes");
  }

  Judgement judge(Ping ping) {
    long own = clusterId.getAsLong();
    if (own != 0 && ping.clusterId() != 0 && own != ping.clusterId()) {
      return new Judgement(
          "Node "
              + ping.nodeId()
              + " belongs to another cluster of the same name. Look at the addresses of the peers",
          false);
    }
    NodeInfo known = nodes.apply(ping.nodeId());
    if (known != null && known.directoryId() != ping.directoryId()) {
      return new Judgement(
          "The id "
              + ping.nodeId()
              + " belongs to another data directory. A node whose directory is lost must be removed"
              + " from the cluster; add one with a new id",
          false);
    }
    if (known != null && known.starts() > ping.starts()) {
      return new Judgement(
          "The data directory of node "
              + ping.nodeId()
              + " is an older copy: the cluster has seen a later start of it. Start the newer one,"
              + " or remove the node and add one with a new id",
          false);
    }
    return judgeRun(ping);
  }

  private synchronized Judgement judgeRun(Ping ping) {
    long now = System.nanoTime();
    Run last = runs.get(ping.nodeId());
    boolean other = last != null && last.id() != ping.runId();
    if (other && now - last.heardNanos() < SILENCE_NANOS) {
      return new Judgement(
          "Another process runs as node "
              + ping.nodeId()
              + ", perhaps on a copy of its data directory. Stop one of them",
          true);
    }
    if (ping.ends()) {
      runs.remove(ping.nodeId());
    } else {
      runs.put(ping.nodeId(), new Run(ping.runId(), now));
    }
    return Judgement.FINE;
  }
}
