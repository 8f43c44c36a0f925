package dev.mayfly.cosmos.query.run;

import java.util.concurrent.TimeUnit;

/**
 * How much one page may be.
 *
 * @param items results
 * @param started when it began, by {@link System#nanoTime}
 * @param pageNanos after so long it is sent as it is, if it can be continued
 * @param wholeNanos after so long a page that can't be continued is given up
 */
public record PageLimits(long items, long started, long pageNanos, long wholeNanos) {
  /** The usual limits, from now on. */
  public static PageLimits items(long items) {
    return new PageLimits(
        items, System.nanoTime(), TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(60));
  }

  /** Limits for a look at whether there is little to do: until then, or never. */
  public static PageLimits trial(long items, long nanos) {
    return new PageLimits(items, System.nanoTime(), nanos, nanos);
  }

  long pageEnd() {
    return System.nanoTime() + pageNanos;
  }

  long wholeEnd() {
    return started + wholeNanos;
  }

  public boolean isWholeOver() {
    return System.nanoTime() - wholeEnd() >= 0;
  }
}
