package dev.mayfly.bench.measure;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Figures as they come: one line each on the output, progress and the summary beside it, and all of
 * it for a collector.
 */
public final class Report {
  private final PrintStream out;
  private final PrintStream progress;
  private final Collector collector;
  private final long startNanos = System.nanoTime();
  private final List<String> shortOfGoal = new ArrayList<>();
  private int figures;
  private String peer = "";
  private String unit = Figure.RATIO;

  public Report(PrintStream out, PrintStream progress) {
    this(out, progress, Collector.NONE);
  }

  public Report(PrintStream out, PrintStream progress, Collector collector) {
    this.out = requireNonNull(out, "out");
    this.progress = requireNonNull(progress, "progress");
    this.collector = requireNonNull(collector, "collector");
  }

  /** Names what the figures that follow are compared with; empty for nothing. */
  public Report beside(String name) {
    peer = requireNonNull(name, "name");
    return this;
  }

  /** The unit of the next figure, which is no ratio. */
  public Report in(String unitName) {
    unit = requireNonNull(unitName, "unitName");
    return this;
  }

  /** Records which version of a peer is measured. */
  public void version(String name, String version) {
    progress("%s %s", name, version);
    collector.version(name, version);
  }

  /** Says what can't be measured here, and why. */
  public void leftOut(String what, String why) {
    progress("%s is left out: %s", what, why);
    collector.leftOut(what, why);
  }

  /** Hands over data for a chart. */
  public void series(Series series) {
    collector.series(series);
  }

  public void atLeast(String name, double value, double goal) {
    atLeast(name, once(value), goal);
  }

  public void atLeast(String name, Spread rounds, double goal) {
    atLeast(name, rounds, goal, "");
  }

  public void atLeast(String name, Spread rounds, double goal, String remark) {
    figure(name, rounds, new Goal(Goal.Kind.AT_LEAST, goal), remark);
  }

  public void atMost(String name, double value, double goal) {
    atMost(name, value, goal, "");
  }

  /** A figure that is read beside a remark. */
  public void atMost(String name, double value, double goal, String remark) {
    atMost(name, once(value), goal, remark);
  }

  public void atMost(String name, Spread rounds, double goal) {
    atMost(name, rounds, goal, "");
  }

  public void atMost(String name, Spread rounds, double goal, String remark) {
    figure(name, rounds, new Goal(Goal.Kind.AT_MOST, goal), remark);
  }

  public void below(String name, double value, double goal, String remark) {
    below(name, once(value), goal, remark);
  }

  public void below(String name, Spread rounds, double goal, String remark) {
    figure(name, rounds, new Goal(Goal.Kind.BELOW, goal), remark);
  }

  /** A figure for which the worst of the rounds counts. */
  public void worstAtMost(String name, Spread rounds, double goal, String remark) {
    Goal most = new Goal(Goal.Kind.AT_MOST, goal);
    figure(name, rounds.max(), rounds, most, most.isReachedBy(rounds.max()), remark);
  }

  /**
   * A ratio of latencies. It is also good if two equal runs differ as much: then the machine, not
   * the subject, made the difference.
   */
  public void latencyRatio(String name, double value, double goal, double equalRuns) {
    latencyRatio(name, once(value), goal, equalRuns);
  }

  /** As above, with what each round showed. */
  public void latencyRatio(String name, Spread rounds, double goal, double equalRuns) {
    Goal most = new Goal(Goal.Kind.AT_MOST, goal);
    double value = rounds.median();
    figure(
        name,
        value,
        rounds,
        most,
        most.isReachedBy(value) || value <= equalRuns,
        String.format(Locale.ROOT, "equal runs %.2f", equalRuns));
  }

  private static Spread once(double value) {
    return new Spread(List.of(value));
  }

  private void figure(String name, Spread rounds, Goal goal, String remark) {
    double value = rounds.median();
    figure(name, value, rounds, goal, goal.isReachedBy(value), remark);
  }

  private void figure(
      String name, double value, Spread rounds, Goal goal, boolean reached, String remark) {
    figures++;
    if (!reached) {
      shortOfGoal.add(name);
    }
    out.printf(
        Locale.ROOT,
        "%s %.2f %s %s%s%n",
        name,
        value,
        goal,
        reached ? "ok" : "short",
        remark.isEmpty() ? "" : " (" + remark + ")");
    out.flush();
    collector.figure(new Figure(name, value, unit, peer, rounds, goal, reached, remark));
    unit = Figure.RATIO;
  }

  /** Prints progress. */
  public void progress(String format, Object... values) {
    progress.printf(
        Locale.ROOT, "[%5.1f s] %s%n", seconds(), String.format(Locale.ROOT, format, values));
  }

  /** True if no figure falls short. */
  public boolean allReached() {
    return shortOfGoal.isEmpty();
  }

  public void summarize() {
    progress("%d figures, %d short%s", figures, shortOfGoal.size(), list());
  }

  private String list() {
    return shortOfGoal.isEmpty() ? "" : ": " + String.join(", ", shortOfGoal);
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
