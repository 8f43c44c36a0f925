package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.engine.cluster.ClusterNode;
import dev.mayfly.engine.cluster.ClusterState;
import dev.mayfly.storage.ratis.ReplicaComparison;
import dev.mayfly.storage.ratis.ReplicaMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The cluster as this node sees it, and what an administrator does with it. */
final class ClusterRoutes {
  private final Optional<ClusterAdmin> cluster;

  ClusterRoutes(Optional<ClusterAdmin> cluster) {
    this.cluster = requireNonNull(cluster, "cluster");
  }

  private ClusterAdmin cluster() {
    return cluster.orElseThrow(
        () ->
            new AdminException(
                404,
                "this server is not a node of a cluster; start one with --cluster NAME --node-id"
                    + " ID --peers ID=HOST:PORT,..."));
  }

  AdminResponse read(AdminRequest request) {
    ClusterAdmin admin = cluster();
    Optional<Cluster> seen = admin.cluster();
    Map<String, Object> answer = new LinkedHashMap<>();
    if (seen.isEmpty()) {
      answer.put("role", "starting");
      answer.put("leader", null);
      answer.put("term", 0);
      answer.put("nodes", List.of());
      return AdminResponse.json(200, answer);
    }
    ClusterState state = seen.get().state();
    Optional<ReplicaMetrics> metrics = admin.metrics();
    answer.put("role", state.role().name().toLowerCase(Locale.ROOT));
    answer.put("leader", state.leaderId().orElse(null));
    answer.put("term", state.term());
    answer.put("name", seen.get().name());
    answer.put("nodeId", seen.get().nodeId());
    answer.put("commitIndex", metrics.map(ReplicaMetrics::commitIndex).orElse(null));
    answer.put("appliedIndex", metrics.map(ReplicaMetrics::appliedIndex).orElse(null));
    metrics
        .flatMap(ReplicaMetrics::snapshot)
        .ifPresent(progress -> answer.put("snapshot", snapshot(progress)));
    List<Object> nodes = new ArrayList<>();
    for (ClusterNode node : state.nodes()) {
      nodes.add(node(node, metrics));
    }
    answer.put("nodes", nodes);
    return AdminResponse.json(200, answer);
  }

  private static Map<String, Object> snapshot(ReplicaMetrics.SnapshotProgress progress) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("from", progress.from());
    members.put("index", progress.index());
    members.put("totalBytes", progress.totalBytes());
    members.put("doneBytes", progress.doneBytes());
    return members;
  }

  private static Map<String, Object> node(ClusterNode node, Optional<ReplicaMetrics> metrics) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", node.id());
    members.put("peer", node.peerAddress());
    members.put("cosmos", node.clients().cosmos().orElse(null));
    members.put("direct", node.clients().direct().orElse(null));
    members.put("mongo", node.clients().mongo().orElse(null));
    members.put("admin", node.clients().admin().orElse(null));
    members.put("appliedIndex", orNull(node.appliedIndex()));
    members.put("lastHeardMillisAgo", orNull(node.lastHeardMillisAgo()));
    metrics
        .map(each -> each.followers().get(node.id()))
        .ifPresent(
            follower -> {
              members.put("lagEntries", follower.lagEntries() < 0 ? null : follower.lagEntries());
              members.put("clockOffsetMillis", follower.clockOffsetMillis());
            });
    return members;
  }

  private static Long orNull(OptionalLong number) {
    return number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
  }

  AdminResponse add(AdminRequest request) {
    String example = "/cluster/add?id=n4&address=host:port";
    cluster().add(request.parameter("id", example), request.parameter("address", example));
    return read(request);
  }

  AdminResponse remove(AdminRequest request) {
    cluster().remove(request.parameter("id", "/cluster/remove?id=n4"));
    return read(request);
  }

  AdminResponse transferLeader(AdminRequest request) {
    cluster().transferLeadership(Optional.ofNullable(request.parameter("to")));
    return read(request);
  }

  AdminResponse check(AdminRequest request) {
    ReplicaComparison found = cluster().compare();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("equal", found.isClean());
    answer.put("index", found.index());
    answer.put("rows", found.rows());
    answer.put("compared", found.compared());
    answer.put("missing", found.missing());
    answer.put("differences", found.differences());
    return AdminResponse.json(200, answer);
  }
}
