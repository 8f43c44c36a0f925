package dev.mayfly.engine.commit;

import java.util.concurrent.TimeUnit;

/**
 * The instant of the group that is being committed, so that a reader of a later instant can wait
 * for it: what was rewritten in time is never missed, and what was seen dead is never seen again
 * (B4). The wait is as short as the rest of one commit, and happens only in the moment after a
 * second has begun.
 *
 * <p>The writer opens before it takes the clock and sets the instant after: a reader that finds it
 * open and not set waits. So a group's instant is either visible here, or not before the reader's
 * own.
 */
final class InFlight {
  private static final long NONE = Long.MAX_VALUE;
  private static final long NOT_SET = Long.MIN_VALUE;

  /** A medium that hangs must not make reads hang with it. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private volatile long second = NONE;
  private int waiters;

  void open() {
    second = NOT_SET;
  }

  void set(long groupSecond) {
    second = groupSecond;
  }

  void close() {
    second = NONE;
    synchronized (this) {
      if (waiters > 0) {
        notifyAll();
      }
    }
  }

  /** Waits until no group of an earlier instant is being committed; false if that takes long. */
  boolean awaitBefore(long nowSecond) {
    return second >= nowSecond || awaitSlowly(nowSecond);
  }

  private synchronized boolean awaitSlowly(long nowSecond) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    waiters++;
    try {
      long left = PATIENCE_NANOS;
      while (second < nowSecond && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiters--;
    }
    return second >= nowSecond;
  }
}
