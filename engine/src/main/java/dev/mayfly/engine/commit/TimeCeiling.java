package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.concurrent.TimeUnit;

/**
 * The last second that may be shown to anyone, at a store that several nodes keep. It is committed
 * ahead of its use, as LSNs are: the next leader begins at it, so that no reader sees time go back.
 */
final class TimeCeiling {
  /**
   * So far ahead of the clock it is set. A new leader waits until its clock is there; electing it
   * takes as long.
   */
  static final long AHEAD_SECONDS = 2;

  private volatile long committed;
  private long staged;

  TimeCeiling(long committed) {
    this.committed = committed;
    this.staged = committed;
  }

  boolean covers(long second) {
    return second <= committed;
  }

  /** Raises the ceiling in a group that is going to be committed, if it will be needed soon. */
  void stage(WriteView view, long second) {
    if (second + 1 > committed) {
      staged = second + AHEAD_SECONDS;
      view.put(Table.META, MetaKeys.CLOCK_CEILING, NumberRow.encode(staged));
    }
  }

  /** The group is committed. */
  synchronized void raise() {
    if (staged > committed) {
      committed = staged;
      notifyAll();
    }
  }

  /** The group is not committed, or it is not known whether it is. */
  void giveUp() {
    staged = committed;
  }

  /** Waits a while for the ceiling to be raised; whether it covers the second. */
  synchronized boolean await(long second, long patienceNanos) {
    long deadline = System.nanoTime() + patienceNanos;
    try {
      long left = patienceNanos;
      while (!covers(second) && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return covers(second);
  }
}
