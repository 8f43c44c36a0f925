package dev.mayfly.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One metric that every container has.
 *
 * @param name without the suffix that Prometheus gives counters
 * @param counter true if it only grows
 */
record MetricFamily(
    String name, String help, boolean counter, ToDoubleFunction<ContainerSample> value) {
  static final List<MetricFamily> ALL =
      List.of(
          gauge("mayfly_items", "Live items", ContainerSample::liveItems),
          gauge("mayfly_items_bytes", "Bytes of live items", ContainerSample::liveBytes),
          gauge(
              "mayfly_purge_backlog_items",
              "Expired items not yet deleted physically",
              ContainerSample::backlogItems),
          gauge(
              "mayfly_purge_backlog_bytes",
              "Bytes of expired items not yet deleted physically",
              ContainerSample::backlogBytes),
          gauge(
              "mayfly_purge_oldest_deadline_age_seconds",
              "How long ago the oldest item not yet deleted expired",
              ContainerSample::oldestUnpurgedDeadlineAgeSeconds),
          gauge(
              "mayfly_purged_items_per_second",
              "Items deleted by the purge per second, since the metrics were last read",
              ContainerSample::purgedItemsPerSecond),
          gauge(
              "mayfly_purge_request_units_per_second",
              "Request units spent by the purge per second, since the metrics were last read",
              ContainerSample::purgeRequestUnitsPerSecond),
          counter(
              "mayfly_purged_items",
              "Items deleted by the purge",
              ContainerSample::purgedItemsTotal),
          counter(
              "mayfly_purge_request_units",
              "Request units spent by the purge, never charged to users",
              ContainerSample::purgeRequestUnitsTotal),
          counter(
              "mayfly_request_units",
              "Request units charged to users",
              ContainerSample::userRequestUnitsTotal),
          counter(
              "mayfly_throttled_requests",
              "Requests refused because provisioned throughput was spent",
              ContainerSample::throttledRequestsTotal));

  private static MetricFamily gauge(
      String name, String help, ToDoubleFunction<ContainerSample> value) {
    return new MetricFamily(name, help, false, value);
  }

  private static MetricFamily counter(
      String name, String help, ToDoubleFunction<ContainerSample> value) {
    return new MetricFamily(name, help, true, value);
  }

  MetricSnapshot snapshot(List<ContainerSample> containers) {
    return counter ? counterSnapshot(containers) : gaugeSnapshot(containers);
  }

  private MetricSnapshot gaugeSnapshot(List<ContainerSample> containers) {
    GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(name).help(help);
    for (ContainerSample container : containers) {
      snapshot.dataPoint(
          GaugeSnapshot.GaugeDataPointSnapshot.builder()
              .labels(labels(container))
              .value(value.applyAsDouble(container))
              .build());
    }
    return snapshot.build();
  }

  private MetricSnapshot counterSnapshot(List<ContainerSample> containers) {
    CounterSnapshot.Builder snapshot = CounterSnapshot.builder().name(name).help(help);
    for (ContainerSample container : containers) {
      snapshot.dataPoint(
          CounterSnapshot.CounterDataPointSnapshot.builder()
              .labels(labels(container))
              .value(value.applyAsDouble(container))
              .build());
    }
    return snapshot.build();
  }

  private static Labels labels(ContainerSample container) {
    return Labels.of("database", container.database(), "container", container.container());
  }
}
