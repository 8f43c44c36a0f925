package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.ClusterState.Role;
import dev.mayfly.storage.ratis.ReplicaMetrics;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a node of a cluster, as of when they are asked for.
 *
 * @param replica empty until it has started
 * @param stalenessSeconds how far the clock of TTL is behind the machine's
 */
public record ClusterMetrics(
    Supplier<Optional<ReplicaMetrics>> replica, LongSupplier stalenessSeconds) {
  private static final double MILLIS = 1000;

  public ClusterMetrics {
    requireNonNull(replica, "replica");
    requireNonNull(stalenessSeconds, "stalenessSeconds");
  }

  MetricSnapshots snapshots() {
    Optional<ReplicaMetrics> found = replica.get();
    if (found.isEmpty()) {
      return new MetricSnapshots();
    }
    ReplicaMetrics now = found.get();
    List<MetricSnapshot> all = new ArrayList<>();
    GaugeSnapshot.Builder roles =
        GaugeSnapshot.builder().name("mayfly_cluster_role").help("1 for the role of this node");
    for (Role role : Role.values()) {
      roles.dataPoint(
          point(
              Labels.of("role", role.name().toLowerCase(Locale.ROOT)), now.role() == role ? 1 : 0));
    }
    all.add(roles.build());
    all.add(gauge("mayfly_cluster_term", "The Raft term", now.term()));
    all.add(
        gauge(
            "mayfly_cluster_quorum",
            "1 while this node follows a leader, or leads with a majority that answers",
            hasQuorum(now) ? 1 : 0));
    all.add(
        gauge(
            "mayfly_cluster_commit_index",
            "The last entry of the log that is committed, as far as this node knows",
            now.commitIndex()));
    all.add(
        gauge(
            "mayfly_cluster_applied_index",
            "The last entry of the log that this node's rows have",
            now.appliedIndex()));
    all.add(
        gauge(
            "mayfly_cluster_lease_seconds",
            "How long the leader may still answer reads without hearing from the others",
            now.leaseMillis() / MILLIS));
    all.add(
        gauge(
            "mayfly_cluster_staleness_seconds",
            "How far the second that reads here are judged at is behind this machine's clock",
            stalenessSeconds.getAsLong()));
    all.add(
        gauge(
            "mayfly_cluster_snapshots_installed",
            "Snapshots of the leader that replaced this node's rows since it started",
            now.snapshotsInstalled()));
    all.add(
        gauge(
            "mayfly_cluster_snapshot_total_bytes",
            "Bytes of the snapshot that is being transferred to this node; 0 if none is",
            now.snapshot().map(ReplicaMetrics.SnapshotProgress::totalBytes).orElse(0L)));
    all.add(
        gauge(
            "mayfly_cluster_snapshot_done_bytes",
            "Bytes of it that have arrived",
            now.snapshot().map(ReplicaMetrics.SnapshotProgress::doneBytes).orElse(0L)));
    all.add(
        gauge(
            "mayfly_cluster_resends",
            "Empty entries that this node appended because a record was not committed in time",
            now.resends()));
    all.add(
        gauge(
            "mayfly_cluster_step_downs",
            "How often this node gave leadership up because nothing was committed",
            now.stepDowns()));
    if (!now.followers().isEmpty()) {
      all.add(
          ofFollowers(
              now,
              "mayfly_cluster_follower_lag_entries",
              "How many entries of the log a follower is behind; -1 if it never answered",
              ReplicaMetrics.Follower::lagEntries));
      all.add(
          ofFollowers(
              now,
              "mayfly_cluster_follower_silent_seconds",
              "Time since a follower last answered; negative if it never did",
              follower -> follower.silentMillis() / MILLIS));
      all.add(
          ofFollowers(
              now,
              "mayfly_cluster_follower_clock_offset_seconds",
              "How far the wall clock of a follower is ahead of the leader's",
              follower -> follower.clockOffsetMillis() / MILLIS));
    }
    return new MetricSnapshots(all);
  }

  private static boolean hasQuorum(ReplicaMetrics now) {
    return switch (now.role()) {
      case LEADER -> now.leaseMillis() > 0 || now.followers().isEmpty();
      case FOLLOWER -> true;
      case CANDIDATE, STARTING -> false;
    };
  }

  private static MetricSnapshot ofFollowers(
      ReplicaMetrics now,
      String name,
      String help,
      ToDoubleFunction<ReplicaMetrics.Follower> value) {
    GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(name).help(help);
    now.followers()
        .forEach(
            (id, follower) ->
                snapshot.dataPoint(point(Labels.of("node", id), value.applyAsDouble(follower))));
    return snapshot.build();
  }

  private static MetricSnapshot gauge(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(point(Labels.EMPTY, value))
        .build();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }
}
