package dev.mayfly.engine.catalog;

import java.util.Comparator;

/**
 * A place among the expiry events of a container.
 *
 * @param second at which the event stands
 * @param lsn that distinguishes the events of a second
 */
public record EventPlace(long second, long lsn) implements Comparable<EventPlace> {
  /** Before all events. */
  public static final EventPlace FIRST = new EventPlace(Long.MIN_VALUE, 0);

  private static final Comparator<EventPlace> ORDER =
      Comparator.comparingLong(EventPlace::second).thenComparingLong(EventPlace::lsn);

  /** After all events of a second. */
  public static EventPlace endOf(long second) {
    return new EventPlace(second, Long.MAX_VALUE);
  }

  @Override
  public int compareTo(EventPlace other) {
    return ORDER.compare(this, other);
  }
}
