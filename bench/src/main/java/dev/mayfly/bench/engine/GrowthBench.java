package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Quiet;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Series;
import dev.mayfly.bench.measure.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The same operations in stores of several sizes, in turn: how much longer they take in the largest
 * one than in the smallest. A full scan, which has to grow, stands beside them in the chart.
 */
public final class GrowthBench {
  private static final String CHART = "Growth of the time with the number of items";
  private static final double FLAT_GOAL = 2;
  private static final long SETTLING_SECONDS_MAX = 120;

  private final Report report;
  private final GrowthScale scale;
  private final Map<String, List<Series.Point>> each = new LinkedHashMap<>();
  private final Map<String, List<Series.Point>> whole = new LinkedHashMap<>();

  private GrowthBench(Report report, GrowthScale scale) {
    this.report = report;
    this.scale = scale;
  }

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    run(scratch, report, quick ? GrowthScale.QUICK : GrowthScale.FULL);
  }

  static void run(Scratch scratch, Report report, GrowthScale scale) throws Exception {
    new GrowthBench(report, scale).run(scratch);
  }

  /** What is measured in a store, in microseconds. */
  private interface Operation {
    double micros(GrowingStore store) throws Exception;
  }

  private void run(Scratch scratch) throws Exception {
    List<GrowingStore> stores = new ArrayList<>();
    try {
      for (int items : scale.items()) {
        report.progress("loading %,d items of 512 bytes with an index", items);
        stores.add(GrowingStore.create(scratch.directory("growth-" + items), items, scale));
      }
      Quiet.await(SETTLING_SECONDS_MAX);
      report.beside("a store of " + Integer.toString(scale.items()[0]) + " items");
      measure(stores, each, "read", store -> store.read(scale.millis()));
      measure(stores, each, "query", store -> store.query(scale.millis()));
      measure(stores, each, "write", store -> store.write(scale.millis()));
      measure(stores, each, "purge", GrowingStore::purge);
      measure(stores, whole, "count", GrowingStore::count);
      measure(stores, whole, "policy change", GrowingStore::changePolicy);
      measure(stores, whole, "backup", store -> store.backup(scratch));
      measure(stores, whole, "start", GrowingStore::reopen);
      scans(stores);
    } finally {
      stores.forEach(GrowingStore::close);
    }
    report.series(series("one operation", "us of processor time", each));
    report.series(series("the whole store", "us", whole));
  }

  private static Series series(String title, String unit, Map<String, List<Series.Point>> lines) {
    return new Series(CHART, title, "items", unit, true, lines);
  }

  private void measure(
      List<GrowingStore> stores,
      Map<String, List<Series.Point>> chart,
      String name,
      Operation operation)
      throws Exception {
    List<List<Double>> micros = new ArrayList<>();
    for (GrowingStore store : stores) {
      // Thrown away: the code is compiled, and what is to be cached is.
      operation.micros(store);
      micros.add(new ArrayList<>());
    }
    for (int round = 0; round < scale.rounds(); round++) {
      for (int i = 0; i < stores.size(); i++) {
        int next = (round + i) % stores.size();
        micros.get(next).add(operation.micros(stores.get(next)));
      }
    }
    List<Series.Point> line = new ArrayList<>();
    StringBuilder remark = new StringBuilder();
    for (int i = 0; i < stores.size(); i++) {
      double median = new Spread(micros.get(i)).median();
      line.add(new Series.Point(stores.get(i).items(), median));
      remark.append(i == 0 ? "" : ", ");
      remark.append(String.format(Locale.ROOT, "%,d: %.1f us", stores.get(i).items(), median));
    }
    chart.put(name, line);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < scale.rounds(); round++) {
      ratios.add(micros.get(stores.size() - 1).get(round) / micros.get(0).get(round));
    }
    String figure = "growth-" + name.replace(' ', '-');
    report.atMost(figure, new Spread(ratios), FLAT_GOAL, remark.toString());
  }

  private void scans(List<GrowingStore> stores) {
    List<Series.Point> line = new ArrayList<>();
    for (GrowingStore store : stores) {
      double micros = store.scan();
      report.progress("scan of %,d items: %.0f ms", store.items(), micros / 1e3);
      line.add(new Series.Point(store.items(), micros));
    }
    whole.put("scan", line);
  }
}
