package dev.mayfly.net.work;

import java.util.concurrent.TimeUnit;

/**
 * How much {@link Workers} do at a time.
 *
 * @param running requests of the short lane
 * @param longRunning requests of the long lane; fewer while others wait to be started
 * @param waiting requests that wait to be started, of all users
 * @param longRequests in the long lane, running and paused, of all users
 */
public record WorkLimits(int running, int longRunning, int waiting, int longRequests) {
  /** Threads beyond those that are counted: for requests that wait for something else. */
  private static final int STALLED = 64;

  private static final long SLICE_MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SLICE_LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** All that wait get their first slice in about this time. */
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  public WorkLimits {
    if (running < 1 || longRunning < 1 || waiting < 1 || longRequests < 1) {
      throw new IllegalArgumentException("every limit must be positive");
    }
  }

  /** For a port: one user alone may have half of those that wait, and of the long ones. */
  public static WorkLimits of(int running) {
    return new WorkLimits(running, Runtime.getRuntime().availableProcessors(), 2048, 512);
  }

  int threads() {
    return running + longRequests + STALLED;
  }

  /** The processor time after which a request leaves the short lane. */
  long sliceNanos(int nowWaiting) {
    if (nowWaiting == 0) {
      return SLICE_MOST_NANOS;
    }
    long share = ROUND_NANOS * longRunning / nowWaiting;
    return Math.max(SLICE_LEAST_NANOS, Math.min(share, SLICE_MOST_NANOS));
  }

  /** How many long requests run; short ones that wait get the rest of the processors. */
  int longRunningWhile(boolean othersWait) {
    return othersWait ? Math.max(1, longRunning / 2) : longRunning;
  }
}
