package dev.mayfly.engine.ttl;

/** What the rule needs to know of an item: its keys in the sources, and when it was written. */
public interface Expirable {
  TtlClass ttlClass();

  /** Seconds of the item's own ttl; only for {@link TtlClass#OWN}. */
  int ttlSeconds();

  /** The second from which ttl counts. */
  long baseSecond();

  long lsn();

  /** Number of date sources that the item has a date for. */
  int dateCount();

  int dateSource(int index);

  /** The date, rounded up to a whole second. */
  long dateSecond(int index);
}
