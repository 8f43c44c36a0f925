package dev.mayfly.bench.vector;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.WarmUp;
import dev.mayfly.engine.clock.MovableClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.Version;

/**
 * The ten nearest of many items, beside Lucene with the same vectors and nothing else, in one
 * process. Processor time is compared: of the builds that of all threads, of searches that of the
 * thread which asks.
 */
public final class VectorBench {
  private static final String LUCENE = "Lucene";
  private static final int NEAREST = 10;

  /** How many candidates both look at. */
  private static final int WIDTH = 100;

  private static final int TTL_SECONDS = 1000;
  private static final double RECALL_GOAL = 0.95;
  private static final double RATE_GOAL = 0.8;

  private final Report report;
  private final Scale scale;
  private final SampleVectors sample;
  private final List<float[]> vectors = new ArrayList<>();
  private final List<float[]> targets = new ArrayList<>();

  /** How much is measured. */
  private record Scale(int items, int dimensions, int targets, int rounds, int warmUps) {
    private static final Scale FULL = new Scale(100_000, 768, 100, 5, 3);
    private static final Scale QUICK = new Scale(10_000, 256, 100, 9, 20);
  }

  private VectorBench(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
    this.sample = new SampleVectors(scale.dimensions());
  }

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    new VectorBench(report, quick ? Scale.QUICK : Scale.FULL).run(scratch);
  }

  private void run(Scratch scratch) throws Exception {
    for (int i = 0; i < scale.items(); i++) {
      vectors.add(sample.next());
    }
    for (int i = 0; i < scale.targets(); i++) {
      targets.add(sample.next());
    }
    MovableClock clock = MovableClock.frozenAt(1_800_000_000L);
    try (MayflySubject ours =
            new MayflySubject(scratch.directory("vectors"), clock, scale.dimensions());
        LuceneSubject theirs = new LuceneSubject(scratch.directory("lucene"))) {
      for (int i = 0; i < scale.items(); i++) {
        ours.write(i, vectors.get(i), i % 2 == 0 ? TTL_SECONDS : -1);
      }
      report.progress("%,d items of %,d dimensions written", scale.items(), scale.dimensions());
      double lucene = seconds(() -> theirs.build(vectors));
      double mayfly = seconds(ours::build);
      report.progress("built in %.1f s, Lucene %.1f s of processor time", mayfly, lucene);
      report.version(LUCENE, Version.LATEST.toString());
      report.beside(LUCENE).atLeast("vector-build", lucene / mayfly, RATE_GOAL);
      report.beside("").in("share").atLeast("vector-recall", recall(ours), RECALL_GOAL);
      rate("vector-rate", ours, theirs);
      clock.advance(TTL_SECONDS);
      report
          .beside("")
          .in("share")
          .atLeast("vector-recall-half-expired", recall(ours), RECALL_GOAL);
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static double seconds(Work work) throws Exception {
    long before = Rounds.processorNanos();
    work.run();
    return (Rounds.processorNanos() - before) / 1e9;
  }

  /** Of this thread, which does all of a search: the compiler and others do not count. */
  private static double ownSeconds(Work work) throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    work.run();
    return (threads.getCurrentThreadCpuTime() - before) / 1e9;
  }

  /** The share of the nearest items that the index finds. */
  private double recall(MayflySubject ours) {
    int found = 0;
    int all = 0;
    for (float[] target : targets) {
      List<Integer> exact = ours.search(target, NEAREST, true);
      List<Integer> got = ours.search(target, NEAREST, false);
      found += (int) exact.stream().filter(got::contains).count();
      all += exact.size();
    }
    return (double) found / all;
  }

  private void rate(String name, MayflySubject ours, LuceneSubject theirs) throws Exception {
    Work asked =
        () -> {
          for (float[] target : targets) {
            ours.search(target, NEAREST, false);
          }
        };
    Work askedThere =
        () -> {
          for (float[] target : targets) {
            theirs.search(target, NEAREST, WIDTH);
          }
        };
    // The builds have compiled Lucene's search, and nothing of ours.
    for (int i = 0; i < scale.warmUps(); i++) {
      WarmUp.untilCompiled(() -> ownSeconds(askedThere));
      WarmUp.untilCompiled(() -> ownSeconds(asked));
    }
    Rounds.Pair pair =
        Rounds.alternate(scale.rounds(), () -> ownSeconds(askedThere), () -> ownSeconds(asked));
    report.progress(
        "a query %.2f ms, Lucene %.2f ms",
        1e3 * pair.second() / scale.targets(), 1e3 * pair.first() / scale.targets());
    report.beside(LUCENE).atLeast(name, pair.ratio(), RATE_GOAL);
  }
}
