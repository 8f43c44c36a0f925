package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.Cluster;

/**
 * The place of this server in a cluster.
 *
 * @param cluster as this front end serves it: the role is that of the engine behind it
 * @param stepDown hands the leadership to another node; may block; throws an {@link
 *     dev.mayfly.engine.error.EngineException} if it can't be done
 */
public record Membership(Cluster cluster, Runnable stepDown) {
  public Membership {
    requireNonNull(cluster, "cluster");
    requireNonNull(stepDown, "stepDown");
  }
}
