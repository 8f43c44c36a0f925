package dev.mayfly.storage.ratis;

import java.util.concurrent.TimeUnit;

/**
 * Until when a leader may answer reads without asking the others. Each time most nodes show that
 * they know no later term, it is extended to a fixed time after that was asked; a new leader waits
 * for that long before it writes anything. Measured by a clock that runs while the process is
 * stopped.
 */
final class Lease {
  private final long lengthNanos;
  private volatile long untilNanos = System.nanoTime();
  private volatile boolean ended;

  Lease(long lengthNanos) {
    this.lengthNanos = lengthNanos;
  }

  boolean isValid() {
    return untilNanos - System.nanoTime() > 0 && !ended;
  }

  /** Most nodes knew no later term at a time after this one. */
  synchronized void extend(long askedNanos) {
    long next = askedNanos + lengthNanos;
    if (!ended && next - untilNanos > 0) {
      untilNanos = next;
      notifyAll();
    }
  }

  /** Never valid again. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Waits a while for the lease to be extended; whether it is valid. */
  synchronized boolean await(long patienceNanos) {
    long deadline = System.nanoTime() + patienceNanos;
    try {
      long left = patienceNanos;
      while (!isValid() && !ended && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return isValid();
  }

  long leftMillis() {
    return ended ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime()));
  }
}
