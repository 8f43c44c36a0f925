package dev.mayfly.testkit.oracle;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

/**
 * Many histories side by side. After the first that fails no other begins, and its failure is told
 * when those that had begun have ended: nobody uses a storage any more.
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
      // Made on the thread of the test, so that its report shows the test and the message.
      throw new AssertionError(failure.getMessage(), failure);
    }
  }

  /** Throws nothing: the stream would go on in other threads after it had told so. */
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
