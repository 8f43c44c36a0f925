package dev.mayfly.net.work;

import java.util.Comparator;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * A point in a long computation at which it can be paused so that other requests get their turn.
 * Whatever takes long passes one at least every few milliseconds. On threads other than those of
 * {@link Workers} nothing happens.
 */
public final class Checkpoint {
  private static final int COMPARISONS = 256;

  private Checkpoint() {}

  /**
   * Returns when the request of this thread may continue. No lock may be held here, unless within
   * {@link #withoutPause}.
   *
   * @throws RejectedExecutionException if too many long requests of its user are running
   * @throws ClientGoneException if its connection is closed
   */
  public static void pass() {
    if (Thread.currentThread() instanceof Worker worker) {
      worker.pass();
    }
  }

  /** The same order, with checkpoints: to sort much takes long. For one sort. */
  public static <T> Comparator<T> within(Comparator<? super T> order) {
    int[] untilNext = {COMPARISONS};
    return (one, other) -> {
      if (--untilNext[0] == 0) {
        untilNext[0] = COMPARISONS;
        pass();
      }
      return order.compare(one, other);
    };
  }

  /** Computes something without a pause: for who holds a lock that other requests need. */
  public static <T> T withoutPause(Supplier<T> computation) {
    if (!(Thread.currentThread() instanceof Worker worker)) {
      return computation.get();
    }
    worker.hold();
    try {
      return computation.get();
    } finally {
      worker.release();
    }
  }

  /** From now on the request of this thread has effects and is not refused at a checkpoint. */
  public static void mustFinish() {
    if (Thread.currentThread() instanceof Worker worker) {
      worker.mustFinish();
    }
  }

  /** For how long the request of this thread was paused so far, in nanoseconds. */
  public static long pausedNanos() {
    return Thread.currentThread() instanceof Worker worker ? worker.pausedNanos() : 0;
  }
}
