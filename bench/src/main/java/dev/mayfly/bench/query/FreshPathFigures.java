package dev.mayfly.bench.query;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.load.Settling;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Queries about paths that no query has asked about: the first one, behind which an index is built
 * on the same core, and those that come later, beside the same about a path that is never indexed.
 */
final class FreshPathFigures {
  private static final String SCAN = "SELECT VALUE c.id FROM c WHERE c.weight = @a";
  private static final double FIRST_GOAL = 2;

  /** They read a thousandth of the items, one by one. */
  private static final double LATER_GOAL = 20;

  private static final int SCANS = 3;
  private static final int LATER_QUERIES = 30;
  private static final int FASTER = 5;
  private static final int SCANS_WAITED = 30;
  private static final long WAIT_NANOS_MIN = TimeUnit.SECONDS.toNanos(5);

  private final Report report;
  private final Scale scale;
  private final MayflySubject mayfly;

  FreshPathFigures(Report report, Scale scale, MayflySubject mayfly) {
    this.report = report;
    this.scale = scale;
    this.mayfly = mayfly;
  }

  void run() throws Exception {
    List<Double> first = new ArrayList<>();
    List<Double> later = new ArrayList<>();
    try (CosmosClient client = mayfly.client(CosmosClient.CONTAINER)) {
      for (int path = 0; path < scale.freshPaths(); path++) {
        String query = "SELECT VALUE c.id FROM c WHERE c." + QueryItems.fresh(path) + " = @a";
        double scanMillis = millis(client, SCAN, SCANS);
        double firstMillis = millis(client, query, 1);
        boolean indexed = awaitIndex(client, query, scanMillis);
        Settling.await(mayfly);
        double laterMillis = millis(client, query, LATER_QUERIES);
        first.add(firstMillis / scanMillis);
        later.add(scanMillis / laterMillis);
        report.progress(
            "fresh path: scan %.1f ms, first %.1f ms, later %.2f ms%s",
            scanMillis, firstMillis, laterMillis, indexed ? "" : " (no index was used)");
      }
    }
    report.beside("a path that is never indexed");
    report.atMost("fresh-path-first", new Spread(first), FIRST_GOAL);
    report.atLeast("fresh-path-later", new Spread(later), LATER_GOAL);
  }

  /** The middle of some times. */
  private double millis(CosmosClient client, String query, int times) throws IOException {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      int results = CosmosQuery.count(client, query, i * 31 % QueryItems.FRESH_VALUES);
      millis.add((System.nanoTime() - start) / 1e6);
      if (results != mayfly.items().count() / QueryItems.FRESH_VALUES) {
        throw new IllegalStateException(results + " results of " + query);
      }
    }
    return Statistics.median(millis);
  }

  private boolean awaitIndex(CosmosClient client, String query, double scanMillis)
      throws IOException {
    long scanNanos = (long) (scanMillis * 1e6);
    long end = System.nanoTime() + Math.max(WAIT_NANOS_MIN, SCANS_WAITED * scanNanos);
    while (millis(client, query, 1) * FASTER > scanMillis) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
    }
    return true;
  }
}
