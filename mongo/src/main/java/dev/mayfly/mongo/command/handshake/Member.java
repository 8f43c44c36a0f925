package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.ClusterNode;
import dev.mayfly.engine.cluster.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A member of the replica set that clients see.
 *
 * @param id unique in the set, by the order of node ids
 * @param host and port for clients
 * @param self whether it is this server
 * @param heardMillisAgo how long ago this server heard of it, if it knows
 */
record Member(int id, String host, State state, boolean self, OptionalLong heardMillisAgo) {
  /** A leader that has not heard of a node for so long takes it for down. */
  private static final long DOWN_MILLIS = 10_000;

  Member {
    requireNonNull(host, "host");
    requireNonNull(state, "state");
    requireNonNull(heardMillisAgo, "heardMillisAgo");
  }

  /** The states of members that there are here, with MongoDB's numbers. */
  enum State {
    PRIMARY(1),
    SECONDARY(2),
    STARTUP2(5),
    UNKNOWN(6),
    DOWN(8);

    private final int number;

    State(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }
  }

  /** The nodes of a cluster that have announced where clients reach them. */
  static List<Member> of(ClusterState cluster, String ownId) {
    List<Member> members = new ArrayList<>();
    List<ClusterNode> nodes = cluster.nodes();
    for (int i = 0; i < nodes.size(); i++) {
      ClusterNode node = nodes.get(i);
      if (node.clients().mongo().isPresent()) {
        boolean self = node.id().equals(ownId);
        members.add(
            new Member(
                i,
                node.clients().mongo().get(),
                self ? own(cluster) : other(cluster, node),
                self,
                node.lastHeardMillisAgo()));
      }
    }
    return members;
  }

  private static State own(ClusterState cluster) {
    return switch (cluster.role()) {
      case LEADER -> State.PRIMARY;
      case FOLLOWER, CANDIDATE -> State.SECONDARY;
      case STARTING -> State.STARTUP2;
    };
  }

  private static State other(ClusterState cluster, ClusterNode node) {
    if (cluster.leaderId().filter(node.id()::equals).isPresent()) {
      return State.PRIMARY;
    }
    if (!cluster.isLeader()) {
      return cluster.leaderId().isPresent() ? State.SECONDARY : State.UNKNOWN;
    }
    return node.lastHeardMillisAgo().orElse(Long.MAX_VALUE) > DOWN_MILLIS
        ? State.DOWN
        : State.SECONDARY;
  }
}
