package dev.mayfly.server.admin;

import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.storage.ratis.ReplicaComparison;
import dev.mayfly.storage.ratis.ReplicaMetrics;
import java.util.Optional;

/** What the admin port of a node shows of its cluster, and does with it. */
public interface ClusterAdmin {
  /** The cluster as this node serves it; empty until the replica has started. */
  Optional<Cluster> cluster();

  /** How the replica is doing; empty until it has started. */
  Optional<ReplicaMetrics> metrics();

  /** How many seconds the clock that TTL goes by is behind this machine's clock. */
  long stalenessSeconds();

  void add(String id, String address);

  void remove(String id);

  /**
   * Makes another node the leader.
   *
   * @param id empty for the one that is least behind
   */
  void transferLeadership(Optional<String> id);

  ReplicaComparison compare();
}
