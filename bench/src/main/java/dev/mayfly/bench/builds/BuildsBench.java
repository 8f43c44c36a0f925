package dev.mayfly.bench.builds;

import dev.mayfly.bench.cosmos.CosmosBench;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.mongo.MongoBench;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import dev.mayfly.bench.query.QueryBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a change costs: the loads of the other benchmarks on a server of this build and on one of
 * another build, which run side by side on one core and are measured in turn.
 */
public final class BuildsBench {
  private static final double GOAL = 1.05;
  private static final String DURABILITY = "relaxed";

  private static final Map<String, Loads> LOADS =
      Map.of("cosmos", CosmosBench::loads, "mongo", MongoBench::loads, "query", QueryBench::loads);

  /** The names of what can be measured. */
  public static final List<String> PARTS = LOADS.keySet().stream().sorted().toList();

  private final Report report;
  private final Pace pace;
  private final List<String> wanted;

  private BuildsBench(Report report, Pace pace, List<String> wanted) {
    this.report = report;
    this.pace = pace;
    this.wanted = wanted;
  }

  private interface Loads {
    /** Gives a server its data; the loads by their names, in the order in which to run them. */
    Map<String, Measured> of(MayflyServer server) throws Exception;
  }

  /**
   * Measures and reports figures.
   *
   * @param other the launcher of the other build
   * @param wanted how the names of the figures to be measured begin; none for all
   */
  public static void run(
      Scratch scratch, Report report, Path other, boolean quick, List<String> wanted)
      throws Exception {
    Pace pace = quick ? new Pace(4, 5, 1000) : new Pace(8, 15, 1500);
    for (String part : PARTS) {
      if (wanted.isEmpty() || wanted.stream().anyMatch(each -> each.startsWith(part))) {
        new BuildsBench(report, pace, wanted).run(scratch, other, part);
      }
    }
  }

  /** Whether figures can be chosen by that beginning of their names. */
  public static boolean isKnown(String beginning) {
    return PARTS.stream().anyMatch(beginning::startsWith);
  }

  private boolean isWanted(String figure) {
    return wanted.isEmpty() || wanted.stream().anyMatch(figure::startsWith);
  }

  private void run(Scratch scratch, Path other, String part) throws Exception {
    Path own = scratch.directory(part + "-this");
    Path others = scratch.directory(part + "-other");
    try (MayflyServer ours = MayflyServer.start(own, DURABILITY);
        MayflyServer theirs = MayflyServer.startOther(other, others, DURABILITY)) {
      compare(part, LOADS.get(part).of(ours), LOADS.get(part).of(theirs));
    }
    scratch.discard(own);
    scratch.discard(others);
  }

  private void compare(String part, Map<String, Measured> ours, Map<String, Measured> theirs)
      throws Exception {
    if (Pinning.isPossible()) {
      Pinning.pinClient();
    } else {
      report.progress("nothing is pinned: that takes two cores and taskset; figures mean little");
    }
    List<String> names =
        ours.keySet().stream().filter(name -> isWanted(part + "-" + name)).toList();
    for (String name : names) {
      ServerWarmUp.run(report, pace, "this " + name, ours.get(name));
      ServerWarmUp.run(report, pace, "other " + name, theirs.get(name));
    }
    report.beside("the other build");
    for (String name : names) {
      Comparison compared = Comparison.of(pace, ours.get(name), theirs.get(name));
      report.progress("%s: this  %s", name, Load.describe(compared.ours()));
      report.progress("%s: other %s", name, Load.describe(compared.theirs()));
      report.atMost(part + "-" + name, compared.ratio(Load::serverMicros), GOAL, remark(compared));
    }
  }

  /** How far apart rounds of one and the same build are. */
  private static String remark(Comparison compared) {
    List<Double> each = new ArrayList<>();
    compared.theirs().forEach(load -> each.add(load.serverMicros()));
    double least = each.stream().min(Double::compare).orElseThrow();
    double most = each.stream().max(Double::compare).orElseThrow();
    return String.format(
        Locale.ROOT,
        "rate %.2f; rounds of the other build differ by %.2f",
        compared.ratio(Load::perSecond).median(),
        most / least);
  }
}
