package dev.mayfly.cosmos.http;

import java.util.concurrent.TimeUnit;

/**
 * How long an answer may take.
 *
 * @param pageNanos after so long a page is sent as it is, if it can be continued
 * @param wholeNanos after so long an answer that can't be continued is given up
 */
public record AnswerTime(long pageNanos, long wholeNanos) {
  /** Clients of HTTP wait for a minute. */
  public static final AnswerTime HTTP =
      new AnswerTime(TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(60));

  /** Clients in direct mode ask again after five seconds, however long it takes. */
  public static final AnswerTime DIRECT =
      new AnswerTime(TimeUnit.SECONDS.toNanos(3), TimeUnit.MILLISECONDS.toNanos(4500));

  /** The deadline for a page that begins now. */
  public long pageEndNanos() {
    return System.nanoTime() + pageNanos;
  }
}
