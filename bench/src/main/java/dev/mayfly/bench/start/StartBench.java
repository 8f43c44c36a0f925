package dev.mayfly.bench.start;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ProcessView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Starts the launcher again and again and asks at once: the time from the start of the process to
 * the answer of the first write, and the resident memory some seconds later.
 */
public final class StartBench {
  private static final int STARTS = 10;
  private static final double FIRST_ANSWER_SECONDS_MAX = 0.6;
  private static final double IDLE_MEGABYTES_MAX = 150;
  private static final long IDLE_SECONDS = 5;

  private StartBench() {}

  public static void run(Report report) throws IOException, InterruptedException {
    report.progress("preparing: the first start writes down the classes for later ones");
    start(report, false);
    List<Double> seconds = new ArrayList<>();
    List<Double> megabytes = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      Figures figures = start(report, true);
      seconds.add(figures.seconds());
      megabytes.add(figures.megabytes());
    }
    report.in("s");
    report.atMost(
        "start-to-first-answer-seconds",
        new Spread(seconds),
        FIRST_ANSWER_SECONDS_MAX,
        String.format(Locale.ROOT, "median of %d, longest %.2f", STARTS, Statistics.max(seconds)));
    report.in("MB");
    report.atMost(
        "idle-resident-megabytes",
        new Spread(megabytes),
        IDLE_MEGABYTES_MAX,
        String.format(Locale.ROOT, "most %.0f", Statistics.max(megabytes)));
  }

  private record Figures(double seconds, double megabytes) {}

  private static Figures start(Report report, boolean idle)
      throws IOException, InterruptedException {
    long before = System.nanoTime();
    try (MayflyServer server = MayflyServer.start(Map.of());
        CosmosClient client = CosmosClient.connect(server.cosmosPort(), false)) {
      client.createDatabase();
      double seconds = (System.nanoTime() - before) / 1e9;
      if (idle) {
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
      }
      double megabytes = new ProcessView(server.process().pid()).residentBytes() / 1e6;
      report.progress("first answer after %.2f s, %.0f MB", seconds, megabytes);
      return new Figures(seconds, megabytes);
    }
  }
}
