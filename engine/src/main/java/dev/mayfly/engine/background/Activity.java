package dev.mayfly.engine.background;

import java.util.concurrent.atomic.LongAdder;

/** Detects whether users send requests. Counting is cheap; checking is for one thread. */
public final class Activity {
  private final LongAdder requests = new LongAdder();
  private long lastSum;
  private long lastBusyNanos = Long.MIN_VALUE;

  public void request() {
    requests.increment();
  }

  public long requestsTotal() {
    return requests.sum();
  }

  /** True if no request came for that long, as far as earlier checks show. */
  boolean isQuietFor(long quietNanos, long nowNanos) {
    long sum = requests.sum();
    if (sum != lastSum) {
      lastSum = sum;
      lastBusyNanos = nowNanos;
      return false;
    }
    return lastBusyNanos == Long.MIN_VALUE || nowNanos - lastBusyNanos >= quietNanos;
  }
}
