package dev.mayfly.bench.soak;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long requests took, counted in intervals whose length grows with the time: a percentile is
 * wrong by three percent at most, and any number of requests takes the same memory. For any number
 * of threads.
 */
final class Latencies {
  private static final int STEP_BITS = 5;
  private static final int STEPS = 1 << STEP_BITS;
  private static final int INTERVALS = (Long.SIZE - STEP_BITS + 1) * STEPS;

  private final AtomicLongArray counts = new AtomicLongArray(INTERVALS);

  void add(long nanos) {
    counts.incrementAndGet(interval(Math.max(0, nanos)));
  }

  private static int interval(long nanos) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - STEP_BITS - 1);
    return shift * STEPS + (int) (nanos >>> shift);
  }

  /** The middle of an interval. */
  private static double nanos(int interval) {
    if (interval < 2 * STEPS) {
      return interval;
    }
    int shift = interval / STEPS - 1;
    return ((double) (interval - shift * STEPS) + 0.5) * (1L << shift);
  }

  /** What was counted since the last time. */
  Counted take() {
    long[] taken = new long[INTERVALS];
    for (int i = 0; i < INTERVALS; i++) {
      taken[i] = counts.getAndSet(i, 0);
    }
    return new Counted(taken);
  }

  /** Requests of some time. */
  static final class Counted {
    private final long[] counts;
    private final long all;

    private Counted(long[] counts) {
      this.counts = counts;
      long sum = 0;
      for (long each : counts) {
        sum += each;
      }
      this.all = sum;
    }

    long requests() {
      return all;
    }

    /**
     * @param fraction 0.99 for the 99th percentile
     * @return milliseconds; 0 if there was no request
     */
    double millis(double fraction) {
      long before = (long) (all * fraction);
      long seen = 0;
      for (int i = 0; i < INTERVALS; i++) {
        seen += counts[i];
        if (seen > before) {
          return nanos(i) / 1e6;
        }
      }
      return 0;
    }
  }
}
