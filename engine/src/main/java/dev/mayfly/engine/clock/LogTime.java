package dev.mayfly.engine.clock;

/**
 * The place of a write in the log of the store as one number: its second in the upper half, the
 * lower half of its LSN in the lower one. As seconds never fall while LSNs grow, and as no second
 * has LSNs on both sides of a multiple of 2^32, the number grows strictly with every write. It is
 * what the MongoDB port shows as a Timestamp.
 *
 * <p>Log times are compared as unsigned numbers: the second fits into 32 bits until 2106.
 */
public final class LogTime {
  /** LSNs per value of the upper half of an LSN. */
  public static final long LSN_PERIOD = 1L << 32;

  private static final long HALF = LSN_PERIOD - 1;

  private LogTime() {}

  public static long of(long second, long lsn) {
    return Math.max(0, Math.min(second, HALF)) << 32 | lsn & HALF;
  }

  public static long second(long time) {
    return time >>> 32;
  }

  /**
   * The LSN of a log time.
   *
   * @param lastLsn an LSN that is not smaller, and not larger by {@link #LSN_PERIOD} or more: the
   *     last one of the store, for what it still remembers
   */
  public static long lsn(long time, long lastLsn) {
    long lsn = lastLsn & ~HALF | time & HALF;
    return lsn > lastLsn ? lsn - LSN_PERIOD : lsn;
  }

  public static boolean isAfter(long time, long other) {
    return Long.compareUnsigned(time, other) > 0;
  }

  public static long max(long time, long other) {
    return isAfter(time, other) ? time : other;
  }
}
