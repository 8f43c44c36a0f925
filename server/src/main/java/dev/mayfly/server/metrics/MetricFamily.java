package dev.mayfly.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One metric that containers have.
 *
 * @param name without the suffix that Prometheus gives counters
 * @param counter true if it only grows
 * @param value not a number for a container that does not have it
 */
record MetricFamily(
    String name, String help, boolean counter, ToDoubleFunction<ContainerSample> value) {
  static final List<MetricFamily> ALL =
      List.of(
          gauge("mayfly_items", "Live items of a container", ContainerSample::liveItems),
          gauge(
              "mayfly_items_bytes",
              "Bytes of the live items of a container",
              ContainerSample::liveBytes),
          gauge(
              "mayfly_items_expiring_within_minute",
              "Live items of a container that will expire within the next minute",
              sample -> sample.expiring().withinMinute()),
          gauge(
              "mayfly_items_expiring_within_hour",
              "Live items of a container that will expire within the next hour",
              sample -> sample.expiring().withinHour()),
          gauge(
              "mayfly_items_expiring_within_day",
              "Live items of a container that will expire within the next day",
              sample -> sample.expiring().withinDay()),
          gauge(
              "mayfly_default_ttl_seconds",
              "Default time to live of a container; -1 if TTL is on without a default, absent if"
                  + " TTL is off",
              sample -> sample.defaultTtl() == null ? Double.NaN : sample.defaultTtl()),
          gauge(
              "mayfly_index_builds",
              "Builds of indexes and of TTLs on dates that are running in a container",
              sample -> sample.builds().running()),
          gauge(
              "mayfly_index_build_items",
              "Items that the running builds of a container have to read, approximately",
              sample -> sample.builds().items()),
          gauge(
              "mayfly_index_build_seen_items",
              "Items that the running builds of a container have read",
              sample -> sample.builds().seenItems()),
          gauge(
              "mayfly_purge_backlog_items",
              "Expired items of a container that are not yet deleted physically",
              ContainerSample::backlogItems),
          gauge(
              "mayfly_purge_backlog_bytes",
              "Bytes of the expired items of a container that are not yet deleted physically",
              ContainerSample::backlogBytes),
          gauge(
              "mayfly_purge_oldest_deadline_age_seconds",
              "How long ago the oldest expired item of a container that is not yet deleted expired",
              ContainerSample::oldestUnpurgedDeadlineAgeSeconds),
          counter(
              "mayfly_purged_items",
              "Expired items of a container that the purge has deleted",
              ContainerSample::purgedItemsTotal),
          counter(
              "mayfly_purge_request_units",
              "Request units that the purge of a container has spent, never charged to users",
              ContainerSample::purgeRequestUnitsTotal),
          gauge(
              "mayfly_purge_left_over_request_units",
              "Request units that users of a container left for the purge in the last second;"
                  + " absent if its throughput is not limited",
              ContainerSample::leftOverRequestUnits),
          counter(
              "mayfly_request_units",
              "Request units that were charged to users of a container",
              ContainerSample::userRequestUnitsTotal),
          counter(
              "mayfly_throttled_requests",
              "Requests that were refused because the provisioned throughput of a container was"
                  + " spent (429, or TooManyRequests)",
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
      double figure = value.applyAsDouble(container);
      if (!Double.isNaN(figure)) {
        snapshot.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(labels(container))
                .value(figure)
                .build());
      }
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
