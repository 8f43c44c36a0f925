package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.metrics.MongoMetrics;
import dev.mayfly.server.metrics.ServerMetrics;
import java.util.Map;
import java.util.Optional;

/** Whether the server is well, and its metrics. */
final class StatusRoutes {
  private final AdminTarget target;
  private final ServerMetrics metrics;
  private AdminTarget.Health health;
  private long checkedNanos;

  StatusRoutes(AdminTarget target, MemoryPool memory, Optional<MongoMetrics> mongo) {
    this.target = requireNonNull(target, "target");
    this.metrics = new ServerMetrics(target, memory, mongo);
  }

  /** Requests that arrived before the last check began share it: many cost as much as one. */
  synchronized AdminResponse health(AdminRequest request) {
    if (health == null || request.arrivedNanos() - checkedNanos > 0) {
      checkedNanos = System.nanoTime();
      health = target.health();
    }
    return AdminResponse.json(health.serving() ? 200 : 503, Map.of("status", health.detail()));
  }

  AdminResponse metrics(AdminRequest request) {
    return AdminResponse.text("text/plain; version=0.0.4; charset=utf-8", metrics.text());
  }
}
