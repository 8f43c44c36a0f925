package dev.mayfly.engine.cluster;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * A member of a cluster.
 *
 * @param id unique in the cluster, never given to another data directory
 * @param peerAddress host and port at which the other nodes reach it
 * @param clients where clients reach it, as it announced; empty addresses before it did
 * @param appliedIndex of the log, as last heard; empty if not heard of since this node started
 * @param lastHeardMillisAgo time since it last answered the leader; empty at followers
 */
public record ClusterNode(
    String id,
    String peerAddress,
    ClientAddresses clients,
    OptionalLong appliedIndex,
    OptionalLong lastHeardMillisAgo) {
  public ClusterNode {
    requireNonNull(id, "id");
    requireNonNull(peerAddress, "peerAddress");
    requireNonNull(clients, "clients");
    requireNonNull(appliedIndex, "appliedIndex");
    requireNonNull(lastHeardMillisAgo, "lastHeardMillisAgo");
  }
}
