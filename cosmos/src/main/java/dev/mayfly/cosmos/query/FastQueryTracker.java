package dev.mayfly.cosmos.query;

import dev.mayfly.engine.Container;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Knows which queries were quick nearly each time lately, in a table of fixed size: texts that
 * share a place drive each other out. Thread safe; what two threads note at the same moment may be
 * lost.
 */
final class FastQueryTracker {
  /** Longer than this is not quick. */
  static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** One that takes this long after all is given to a worker. */
  static final long TRIAL_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  /** So many runs more than slow ones, as they count, a query must have been quick. */
  static final int RUNS = 16;

  /** What a slow run counts: one in ten may be, because threads are also interrupted. */
  static final int SLOW_COUNTS = 8;

  private static final int RUNS_REMEMBERED = 2 * RUNS;

  private static final int PLACES = 4096;

  /** The last byte counts fast runs, the rest identifies the query. */
  private static final long COUNT = 0xff;

  private final AtomicLongArray places = new AtomicLongArray(PLACES);

  /** A number for a query over a container. */
  static long key(Container container, String text) {
    long mixed = (container.state().number() * 31L + text.hashCode()) * 0x9e3779b97f4a7c15L;
    return (mixed ^ mixed >>> 32) & ~COUNT;
  }

  boolean isQuick(long key) {
    long known = places.get(place(key));
    return (known & ~COUNT) == key && (known & COUNT) >= RUNS;
  }

  /** Notes how long a query has taken. */
  void took(long key, long nanos) {
    int place = place(key);
    long known = places.get(place);
    long runs = (known & ~COUNT) == key ? known & COUNT : 0;
    long now = nanos > QUICK_NANOS ? runs - SLOW_COUNTS : runs + 1;
    places.set(place, key | Math.max(0, Math.min(now, RUNS_REMEMBERED)));
  }

  private static int place(long key) {
    return (int) (key >>> 52);
  }
}
