package dev.mayfly.bench.attack;

import dev.mayfly.bench.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How long the honest client's requests took, and which of them failed. */
final class Latencies {
  private final List<Long> nanos = new ArrayList<>();
  private long slowestNanos;
  private String slowest = "";
  private int failures;
  private String failure = "";

  synchronized void add(String kind, long took) {
    nanos.add(took);
    if (took > slowestNanos) {
      slowestNanos = took;
      slowest = kind;
    }
  }

  synchronized void fail(String kind, Exception reason) {
    failures++;
    if (failure.isEmpty()) {
      failure = kind + ": " + reason.getMessage();
    }
  }

  synchronized double percentileMillis(double fraction) {
    long[] all = nanos.stream().mapToLong(Long::longValue).toArray();
    return all.length == 0 ? Double.NaN : millis(Statistics.percentile(all, fraction));
  }

  synchronized double slowestMillis() {
    return millis(slowestNanos);
  }

  /** The kind of the slowest request. */
  synchronized String slowest() {
    return slowest;
  }

  synchronized int requests() {
    return nanos.size();
  }

  synchronized int failures() {
    return failures;
  }

  /** The first failure. */
  synchronized String failure() {
    return failure;
  }

  private static double millis(long nanos) {
    return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }
}
