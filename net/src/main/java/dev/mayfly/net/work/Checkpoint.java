package dev.mayfly.net.work;

import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * A point in a long computation at which it can be paused so that other requests get their turn.
 * Whatever takes long passes one at least every few milliseconds. On threads other than those of
 * {@link Workers} nothing happens.
 */
public final class Checkpoint {
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
