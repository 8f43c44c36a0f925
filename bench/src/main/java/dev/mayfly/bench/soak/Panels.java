package dev.mayfly.bench.soak;

import dev.mayfly.bench.chart.LineChart;
import dev.mayfly.bench.measure.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was sampled, as the panels of a chart. */
final class Panels {
  private static final String SECONDS = "seconds";

  private Panels() {}

  /**
   * @param fitted whether the lines are drawn that growth is judged by
   */
  static List<Series> of(String chart, List<Sample> samples, boolean fitted) {
    List<Series> panels = new ArrayList<>();
    Map<String, List<Series.Point>> latencies = new LinkedHashMap<>();
    latencies.put("p50", points(samples, Sample::p50Millis));
    latencies.put("p99", points(samples, Sample::p99Millis));
    latencies.put("p99.9", points(samples, Sample::p999Millis));
    panels.add(new Series(chart, "short requests", SECONDS, "ms", false, latencies));
    panels.add(
        new Series(
            chart,
            "requests",
            SECONDS,
            "per second",
            false,
            Map.of("requests", points(samples, Sample::perSecond))));
    for (Trait trait : Trait.values()) {
      Map<String, List<Series.Point>> lines = new LinkedHashMap<>();
      lines.put(trait.label(), points(samples, trait::value));
      if (fitted) {
        Line line = trait.line(samples);
        double from = samples.get(samples.size() / 4).seconds();
        double to = samples.get(samples.size() - 1).seconds();
        lines.put(
            trait.label() + LineChart.FITTED,
            List.of(new Series.Point(from, line.at(from)), new Series.Point(to, line.at(to))));
      }
      String unit = trait.unitName().isEmpty() ? "number" : trait.unitName();
      panels.add(new Series(chart, trait.label(), SECONDS, unit, false, lines));
    }
    return panels;
  }

  private static List<Series.Point> points(List<Sample> samples, ToDoubleFunction<Sample> value) {
    return samples.stream()
        .map(each -> new Series.Point(each.seconds(), value.applyAsDouble(each)))
        .toList();
  }
}
