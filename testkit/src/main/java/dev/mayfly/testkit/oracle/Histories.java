package dev.mayfly.testkit.oracle;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

/**
 * Many histories side by side. After the first that fails no other begins, and its failure is
 * reported when those that had begun have ended: no storage is in use any more.
 */
final class Histories {
  private final int steps;
  private final World.Bench bench;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private Histories(int steps, World.Bench bench) {
    this.steps = steps;
    this.bench = bench;
  }

  static void live(long firstSeed, int number, int steps, World.Bench bench) {
    Histories histories = new Histories(steps, bench);
    LongStream.range(firstSeed, firstSeed + number).parallel().forEach(histories::live);
    Throwable failure = histories.failure.get();
    if (failure != null) {
      // Of this thread, so that reports name the test; in one line, as the cause has the rest.
      throw new AssertionError(failure.toString().lines().findFirst().orElseThrow(), failure);
    }
  }

  /** Throws nothing: the stream would continue in other threads. */
  private void live(long seed) {
    if (failure.get() == null) {
      try {
        History.live(seed, steps, bench);
      } catch (Throwable thrown) {
        failure.compareAndSet(null, thrown);
      }
    }
  }
}
