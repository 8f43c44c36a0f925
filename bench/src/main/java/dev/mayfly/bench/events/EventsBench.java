package dev.mayfly.bench.events;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Series;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.process.Pinning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** From the deadline to the delivered event: some due together, among many that are not. */
public final class EventsBench {
  private static final String CHART = "From the deadline to the delivered expiry event";
  private static final int DUE = 1000;
  private static final double GOAL_MILLIS = 30;
  private static final double FLAT_GOAL = 2;
  private static final int PATIENCE_SECONDS = 60;

  /**
   * How much a run does.
   *
   * @param lasting how many are not due, the fewest first
   * @param rounds of {@link #DUE} each
   * @param peerRounds the same for the peer, which takes longer
   * @param peerSeconds how long the peer's events are waited for
   */
  record Scale(int[] lasting, int rounds, int peerRounds, int peerSeconds) {
    static final Scale QUICK = new Scale(new int[] {0, 10_000, 100_000}, 5, 1, 20);
    static final Scale FULL =
        new Scale(new int[] {0, 10_000, 100_000, 1_000_000, 10_000_000}, 9, 3, 60);
  }

  private final Report report;
  private final Scale scale;
  private final Map<String, List<Series.Point>> lines = new LinkedHashMap<>();

  private EventsBench(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
  }

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    EventsBench bench = new EventsBench(report, quick ? Scale.QUICK : Scale.FULL);
    // Both are started before this process is pinned, which its children would inherit.
    try (Notifier mayfly = new MayflyNotifier(scratch.directory("events"))) {
      Optional<Notifier> redis = RedisNotifier.start(report);
      try {
        if (Pinning.isPossible()) {
          Pinning.pinClient();
        }
        Map<Integer, String> peer = redis.isPresent() ? bench.peer(redis.get()) : Map.of();
        bench.mayfly(mayfly, peer);
      } finally {
        if (redis.isPresent()) {
          redis.get().close();
        }
      }
    }
    report.series(new Series(CHART, "median", "items in all", "ms", true, bench.lines));
  }

  /** What it showed among each number of lasting keys, in words. */
  private Map<Integer, String> peer(Notifier redis) throws Exception {
    Map<Integer, String> said = new TreeMap<>();
    int there = 0;
    for (int lasting : scale.lasting()) {
      redis.addLasting(lasting - there);
      there = lasting;
      List<Double> medians = new ArrayList<>();
      int least = DUE;
      for (int round = 0; round < scale.peerRounds(); round++) {
        long[] delays = redis.expire(DUE, scale.peerSeconds());
        least = Math.min(least, delays.length);
        // The median of all is known if more than half of them came.
        if (delays.length > DUE / 2) {
          medians.add((double) Statistics.percentile(delays, 0.5 * DUE / delays.length));
        }
      }
      String words =
          String.format(
              Locale.ROOT, "%s: %d of %,d in %d s", redis.name(), least, DUE, scale.peerSeconds());
      if (!medians.isEmpty()) {
        double median = Statistics.median(medians);
        words = String.format(Locale.ROOT, "%s, median %.0f ms", words, median);
        point(redis.name(), lasting, median);
      }
      report.progress("among %,d: %s", lasting, words);
      said.put(lasting, words);
      if (least < DUE) {
        break; // What is left over would come among the next ones.
      }
    }
    return said;
  }

  private void mayfly(Notifier mayfly, Map<Integer, String> peer) throws Exception {
    int there = 0;
    List<List<Double>> all = new ArrayList<>();
    for (int lasting : scale.lasting()) {
      mayfly.addLasting(lasting - there);
      there = lasting;
      mayfly.expire(DUE, PATIENCE_SECONDS);
      List<Double> medians = new ArrayList<>();
      List<Double> last = new ArrayList<>();
      for (int round = 0; round < scale.rounds(); round++) {
        long[] delays = mayfly.expire(DUE, PATIENCE_SECONDS);
        if (delays.length != DUE) {
          throw new IllegalStateException("Of " + DUE + " events came " + delays.length);
        }
        medians.add((double) Statistics.percentile(delays, 0.5));
        last.add((double) delays[delays.length - 1]);
      }
      all.add(medians);
      point(mayfly.name(), lasting, Statistics.median(medians));
      String remark = String.format(Locale.ROOT, "the last %.0f ms", Statistics.median(last));
      String beside = peer.get(lasting);
      report.beside(beside == null ? "" : RedisNotifier.NAME).in("ms");
      report.below(
          "event-delay-among-" + lasting,
          new Spread(medians),
          GOAL_MILLIS,
          beside == null ? remark : remark + "; " + beside);
    }
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < scale.rounds(); round++) {
      // A millisecond more on both sides: less than one is not measured.
      ratios.add((all.get(all.size() - 1).get(round) + 1) / (all.get(0).get(round) + 1));
    }
    report.beside("the same among none");
    report.atMost("event-delay-flat", new Spread(ratios), FLAT_GOAL);
  }

  private void point(String name, int lasting, double millis) {
    lines
        .computeIfAbsent(name, unused -> new ArrayList<>())
        .add(new Series.Point(lasting + DUE, Math.max(1, millis)));
  }
}
