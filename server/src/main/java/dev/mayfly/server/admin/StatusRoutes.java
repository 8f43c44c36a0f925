package dev.mayfly.server.admin;

import dev.mayfly.server.metrics.ClusterMetrics;
import dev.mayfly.server.metrics.ServerMetrics;
import java.util.Map;

/** Whether the server is well, and its metrics. */
final class StatusRoutes {
  private final AdminTarget target;
  private final ServerMetrics metrics;
  private AdminTarget.Health health;
  private long checkedNanos;

  StatusRoutes(AdminServices services) {
    this.target = services.target();
    this.metrics =
        new ServerMetrics(
            target,
            services.memory(),
            services.frontEnds(),
            services.version(),
            services.cluster().map(StatusRoutes::metrics));
  }

  private static ClusterMetrics metrics(ClusterAdmin cluster) {
    return new ClusterMetrics(cluster::metrics, cluster::stalenessSeconds);
  }

  /** Requests that arrived before the last check began share it: many cost as much as one. */
  synchronized AdminResponse health(AdminRequest request) {
    if (health == null || request.arrivedNanos() - checkedNanos > 0) {
      checkedNanos = System.nanoTime();
      health = target.health();
    }
    return AdminResponse.json(health.serving() ? 200 : 503, Map.of("status", health.detail()));
  }

  /** The process runs and answers, whatever its store does: no reason to start it again. */
  AdminResponse alive(AdminRequest request) {
    return AdminResponse.json(200, Map.of("status", "alive"));
  }

  /** Whether clients should be sent here. */
  AdminResponse ready(AdminRequest request) {
    AdminTarget.Health now = target.readiness();
    return AdminResponse.json(now.serving() ? 200 : 503, Map.of("status", now.detail()));
  }

  AdminResponse metrics(AdminRequest request) {
    return AdminResponse.text("text/plain; version=0.0.4; charset=utf-8", metrics.text());
  }
}
