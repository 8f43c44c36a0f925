package dev.mayfly.net.measure;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs requests that took long or cost much, a few each second at most: under an overload every
 * request is slow, and the log must not add to it. How many were left out is in the next line.
 */
public final class SlowOperations {
  /** Of a threshold: nothing is logged because of it. */
  public static final long OFF = 0;

  private static final Logger LOG = LoggerFactory.getLogger(SlowOperations.class);
  private static final int LINES_PER_SECOND_MAX = 10;

  private final LongSupplier nanoTime;
  private final AtomicLong second = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong lines = new AtomicLong();
  private final AtomicLong leftOut = new AtomicLong();
  private final AtomicLong total = new AtomicLong();
  private volatile long fromNanos = Long.MAX_VALUE;
  private volatile double fromRequestUnits = Double.MAX_VALUE;

  SlowOperations() {
    this(System::nanoTime);
  }

  /**
   * @param nanoTime the time by which lines are counted
   */
  SlowOperations(LongSupplier nanoTime) {
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  /** From now on requests are logged that reach one of the thresholds; {@link #OFF} is none. */
  public void setThresholds(long millis, long requestUnits) {
    fromNanos = millis == OFF ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis);
    fromRequestUnits = requestUnits == OFF ? Double.MAX_VALUE : requestUnits;
  }

  /** How many requests reached a threshold since the start. */
  public long total() {
    return total.get();
  }

  void check(OperationMeter.Finished request, Supplier<String> details) {
    if (request.nanos() < fromNanos && request.requestUnits() < fromRequestUnits) {
      return;
    }
    total.incrementAndGet();
    if (!mayLog()) {
      leftOut.incrementAndGet();
      return;
    }
    long unlogged = leftOut.getAndSet(0);
    LOG.warn(
        "Slow operation: {} {} {}: {} after {} ms, {} RU{}",
        request.api(),
        request.operation(),
        details.get(),
        request.status(),
        TimeUnit.NANOSECONDS.toMillis(request.nanos()),
        String.format(Locale.ROOT, "%.2f", request.requestUnits()),
        unlogged == 0 ? "" : "; " + unlogged + " more were not logged");
  }

  private boolean mayLog() {
    long now = TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong());
    long before = second.get();
    if (before != now && second.compareAndSet(before, now)) {
      lines.set(0);
    }
    return lines.incrementAndGet() <= LINES_PER_SECOND_MAX;
  }
}
