package dev.mayfly.engine.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What a node knows of its cluster at one moment.
 *
 * @param role of this node
 * @param term the current Raft term as far as this node knows
 * @param leaderId the node that leads; empty while none is known
 * @param nodes all members, this node among them, ordered by id
 */
public record ClusterState(
    Role role, long term, Optional<String> leaderId, List<ClusterNode> nodes) {
  /** What a node does in the cluster. */
  public enum Role {
    /** Starting, or catching up from a snapshot: serves nothing yet. */
    STARTING,
    /** Applies what the leader commits; serves reads at the replicated second. */
    FOLLOWER,
    /** Knows no leader: serves stale reads only where a consistency level allows them. */
    CANDIDATE,
    /** Decides and commits; the only node that accepts writes. */
    LEADER
  }

  public ClusterState {
    requireNonNull(role, "role");
    requireNonNull(leaderId, "leaderId");
    nodes = List.copyOf(nodes);
  }

  public boolean isLeader() {
    return role == Role.LEADER;
  }

  /** The member with that id. */
  public Optional<ClusterNode> node(String id) {
    return nodes.stream().filter(node -> node.id().equals(id)).findFirst();
  }

  /** The member that leads, if one is known. */
  public Optional<ClusterNode> leader() {
    return leaderId.flatMap(this::node);
  }
}
