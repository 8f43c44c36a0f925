package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.http.AnswerTime;

/**
 * How much one page may be.
 *
 * @param items results
 * @param started when it began, by {@link System#nanoTime}
 * @param pageNanos after so long it is sent as it is, if it can be continued
 * @param wholeNanos after so long a page that can't be continued is given up
 */
public record PageLimits(long items, long started, long pageNanos, long wholeNanos) {
  /** The limits of an answer that may take so long, from now on. */
  public static PageLimits items(long items, AnswerTime time) {
    return new PageLimits(items, System.nanoTime(), time.pageNanos(), time.wholeNanos());
  }

  /** The same for at least so many results. */
  PageLimits withItems(long least) {
    return new PageLimits(Math.max(items, least), started, pageNanos, wholeNanos);
  }

  /** Limits for an attempt on the network thread, which is abandoned at its deadline. */
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
