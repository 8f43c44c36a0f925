package dev.mayfly.engine.ttl;

import static java.util.Objects.requireNonNull;

/**
 * One reason why items may die: the container's default, the items' own ttl, or a date field.
 *
 * <p>Every item that a source applies to has a key in it, in seconds: the base instant (default),
 * the deadline (own ttl), the date rounded up to a second (dates). The item dies {@code seconds}
 * after its key, while the source is in force; what was dead when the policy changed is covered by
 * a mark. Only {@link TtlPolicy} asks a source who is dead.
 *
 * @param id the source's number within its container
 * @param inForce whether time kills by this source
 * @param seconds added to the key
 * @param sinceSecond the instant from which the current setting holds
 * @param marks what died under earlier settings and is not purged yet
 */
public record ExpirySource(int id, boolean inForce, long seconds, long sinceSecond, Marks marks) {
  /** The container's default; its queue holds items imported with an older base instant. */
  public static final int DEFAULT = 0;

  /** The items' own ttl. */
  public static final int OWN = 1;

  /** Date sources are numbered from here. */
  public static final int FIRST_DATE = 2;

  public ExpirySource {
    requireNonNull(marks, "marks");
    if (id < 0 || seconds < 0) {
      throw new IllegalArgumentException("source " + id + ", seconds " + seconds);
    }
  }

  public static ExpirySource off(int id) {
    return new ExpirySource(id, false, 0, Long.MIN_VALUE, Marks.NONE);
  }

  /** The rule (B1): dead if and only if now is at or past key + seconds, or a mark says so (B5). */
  boolean isDead(long key, long lsn, long nowSecond) {
    if (inForce && key <= boundary(nowSecond)) {
      return true;
    }
    return !marks.isEmpty() && marks.cover(key, lsn);
  }

  /** Whether any item can be dead because of this. */
  boolean mayKill() {
    return inForce || !marks.isEmpty();
  }

  /** The highest key that is dead at that instant because of time. */
  long boundary(long nowSecond) {
    return nowSecond - seconds;
  }

  /** The highest key that may be dead at that instant, marks included. */
  long reach(long nowSecond) {
    return Math.max(inForce ? boundary(nowSecond) : Long.MIN_VALUE, marks.highest());
  }

  /** The second in which an item with this key dies; {@link Long#MAX_VALUE} if never. */
  long deadline(long key) {
    if (!inForce) {
      return Long.MAX_VALUE;
    }
    return key > Long.MAX_VALUE - seconds ? Long.MAX_VALUE : key + seconds;
  }

  /**
   * The second in which a dead item with this key died: its deadline, but not before the setting
   * took force. Of what a mark covers it is only known that it died by then.
   */
  long deathSecond(long key, long lsn) {
    return marks.cover(key, lsn) ? sinceSecond : Math.max(deadline(key), sinceSecond);
  }

  /** True if what is dead now was dead at that earlier second, or may have been. */
  boolean wasDead(long key, long lsn, long second, long nowSecond) {
    return isDead(key, lsn, nowSecond) && (sinceSecond > second || isDead(key, lsn, second));
  }

  /**
   * This source under a new setting from that instant on. What is dead stays dead: if the new
   * setting would kill less than the old one has, the difference is kept as a mark.
   */
  public ExpirySource changed(boolean nowInForce, long newSeconds, long nowSecond, long lsn) {
    if (nowInForce == inForce && newSeconds == seconds) {
      return this;
    }
    Marks next = marks;
    if (inForce && (!nowInForce || newSeconds > seconds)) {
      next = marks.plus(new Mark(boundary(nowSecond), lsn));
    }
    return new ExpirySource(id, nowInForce, newSeconds, nowSecond, next);
  }

  /** This source without marks: the purge has passed them. */
  public ExpirySource withoutMarks() {
    return new ExpirySource(id, inForce, seconds, sinceSecond, Marks.NONE);
  }
}
