package dev.mayfly.storage.ratis;

import dev.mayfly.engine.cluster.ClusterState;
import java.util.Map;
import java.util.Optional;

/**
 * How a replica is doing, for people and metrics.
 *
 * @param role what the node does
 * @param term the Raft term
 * @param commitIndex of the log, as far as this node knows
 * @param appliedIndex how far this node's rows are
 * @param leaseMillis at the leader, how long it may still answer reads without hearing from the
 *     others; 0 elsewhere
 * @param followers at the leader, by the id of each other node; empty elsewhere
 * @param snapshot the transfer of a snapshot to this node, if one is running
 * @param snapshotsInstalled how many were installed here since the start
 * @param logTrimmedIndex entries up to this one may have been dropped from this node's log
 * @param resends how often this node, as the leader, appended an empty entry because a record was
 *     not committed
 * @param stepDowns how often it gave leadership up because that did not help
 */
public record ReplicaMetrics(
    ClusterState.Role role,
    long term,
    long commitIndex,
    long appliedIndex,
    long leaseMillis,
    Map<String, Follower> followers,
    Optional<SnapshotProgress> snapshot,
    long snapshotsInstalled,
    long logTrimmedIndex,
    long resends,
    long stepDowns) {
  /**
   * What the leader knows of another node.
   *
   * @param appliedIndex as it last said; -1 if it never answered
   * @param lagEntries how many entries it is behind; -1 if it never answered
   * @param silentMillis time since it last answered; -1 if it never did
   * @param clockOffsetMillis how far its wall clock is ahead of this node's
   * @param clockErrorMillis by how much that may be wrong: half of the time its answer took
   */
  public record Follower(
      long appliedIndex,
      long lagEntries,
      long silentMillis,
      long clockOffsetMillis,
      long clockErrorMillis) {}

  /**
   * @param from the node that sends it
   * @param index of the log that it stands for
   * @param totalBytes of all files
   * @param doneBytes that have arrived
   */
  public record SnapshotProgress(String from, long index, long totalBytes, long doneBytes) {}
}
