package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/** Counts problems and tells the first of them. */
final class Problems {
  private final Consumer<String> consumer;
  private final int toldMax;
  private long total;

  Problems(Consumer<String> consumer, int toldMax) {
    this.consumer = requireNonNull(consumer, "consumer");
    this.toldMax = toldMax;
  }

  void add(String where, String what) {
    if (total < toldMax) {
      consumer.accept(where + ": " + what);
    }
    total++;
  }

  long total() {
    return total;
  }

  /** Says how many were not told. */
  void end() {
    if (total > toldMax) {
      consumer.accept("and " + (total - toldMax) + " more problems");
    }
  }
}
