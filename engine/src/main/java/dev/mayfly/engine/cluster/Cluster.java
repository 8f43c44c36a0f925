package dev.mayfly.engine.cluster;

import java.util.function.Consumer;

/** The cluster as one of its nodes sees it. Thread safe. */
public interface Cluster {
  /** The name that all nodes share; also the name of the replica set that MongoDB clients see. */
  String name();

  /** The id of this node. */
  String nodeId();

  /** What this node knows now. */
  ClusterState state();

  /**
   * Calls a listener after each change of role, term, leader or membership, with the state at that
   * time. States may be skipped, never reordered. A listener must not block.
   */
  void onChange(Consumer<ClusterState> listener);
}
