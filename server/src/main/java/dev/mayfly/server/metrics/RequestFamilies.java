package dev.mayfly.server.metrics;

import dev.mayfly.net.measure.OperationMeter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Arrays;

/** The metrics of requests and connections, by API. */
final class RequestFamilies {
  private RequestFamilies() {}

  static MetricSnapshots of(FrontEndMetrics frontEnds) {
    return new MetricSnapshots(durations(frontEnds.meter()), connections(frontEnds));
  }

  private static HistogramSnapshot durations(OperationMeter meter) {
    HistogramSnapshot.Builder snapshot =
        HistogramSnapshot.builder()
            .name("mayfly_request_duration_seconds")
            .unit(Unit.SECONDS)
            .help(
                "Time from the arrival of a request to its answer, by API, operation and status"
                    + " (HTTP status, or name of the MongoDB error)");
    double[] bounds = OperationMeter.bounds();
    Double[] upTo =
        Arrays.copyOf(Arrays.stream(bounds).boxed().toArray(Double[]::new), bounds.length + 1);
    upTo[bounds.length] = Double.POSITIVE_INFINITY;
    for (OperationMeter.Series series : meter.series()) {
      Number[] counts = Arrays.stream(series.counts()).boxed().toArray(Number[]::new);
      snapshot.dataPoint(
          HistogramSnapshot.HistogramDataPointSnapshot.builder()
              .labels(
                  Labels.of(
                      "api", series.api(),
                      "operation", series.operation(),
                      "status", series.status()))
              .classicHistogramBuckets(
                  ClassicHistogramBuckets.of(Arrays.asList(upTo), Arrays.asList(counts)))
              .sum(series.seconds())
              .build());
    }
    return snapshot.build();
  }

  private static GaugeSnapshot connections(FrontEndMetrics frontEnds) {
    GaugeSnapshot.Builder snapshot =
        GaugeSnapshot.builder()
            .name("mayfly_connections")
            .help("Clients that are connected, by API");
    frontEnds
        .connections()
        .forEach(
            (api, connected) ->
                snapshot.dataPoint(
                    GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("api", api))
                        .value(connected.getAsLong())
                        .build()));
    return snapshot.build();
  }
}
