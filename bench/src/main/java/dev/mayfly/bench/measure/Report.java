package dev.mayfly.bench.measure;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures as they come: one line each on the output, progress and the summary beside it. */
public final class Report {
  private final PrintStream out;
  private final PrintStream progress;
  private final long startNanos = System.nanoTime();
  private final List<String> shortOfGoal = new ArrayList<>();
  private int figures;

  public Report(PrintStream out, PrintStream progress) {
    this.out = requireNonNull(out, "out");
    this.progress = requireNonNull(progress, "progress");
  }

  public void atLeast(String name, double value, double goal) {
    figure(name, value, String.format(Locale.ROOT, ">=%.2f", goal), value >= goal, "");
  }

  public void atMost(String name, double value, double goal) {
    atMost(name, value, goal, "");
  }

  /** A figure that is read beside a remark. */
  public void atMost(String name, double value, double goal, String remark) {
    figure(name, value, String.format(Locale.ROOT, "<=%.2f", goal), value <= goal, remark);
  }

  public void below(String name, double value, double goal, String remark) {
    figure(name, value, String.format(Locale.ROOT, "<%.0f", goal), value < goal, remark);
  }

  /**
   * A ratio of latencies. It is also good if two equal runs differ as much: then the machine, not
   * the subject, made the difference.
   */
  public void latencyRatio(String name, double value, double goal, double equalRuns) {
    figure(
        name,
        value,
        String.format(Locale.ROOT, "<=%.2f", goal),
        value <= goal || value <= equalRuns,
        String.format(Locale.ROOT, "equal runs %.2f", equalRuns));
  }

  private void figure(String name, double value, String goal, boolean reached, String remark) {
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
