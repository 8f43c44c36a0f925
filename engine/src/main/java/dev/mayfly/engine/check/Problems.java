package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/** Counts problems and reports the first of them. */
final class Problems {
  private final Consumer<String> consumer;
  private final int reportedMax;
  private long total;

  Problems(Consumer<String> consumer, int reportedMax) {
    this.consumer = requireNonNull(consumer, "consumer");
    this.reportedMax = reportedMax;
  }

  void add(String where, String what) {
    if (total < reportedMax) {
      consumer.accept(where + ": " + what);
    }
    total++;
  }

  long total() {
    return total;
  }

  /** Reports how many were left out. */
  void end() {
    if (total > reportedMax) {
      consumer.accept("and " + (total - reportedMax) + " more problems");
    }
  }
}
