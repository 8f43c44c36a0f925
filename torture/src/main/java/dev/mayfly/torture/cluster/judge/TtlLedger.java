package dev.mayfly.torture.cluster.judge;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Items that expire, and who saw them when. The only clock is that of the store, as acknowledged
 * writes show it: their {@code _ts}. It never goes back, so a read that began after the
 * acknowledgement of a write sees no item whose deadline that write's second has reached; and one
 * that ended before another write was sent misses no item whose deadline lies after the second of
 * that one. Nothing else is proven, and nothing else is held against the store. Thread safe.
 */
public final class TtlLedger {
  private static final long UNBOUNDED = Long.MAX_VALUE;
  private static final int WAITING_MAX = 200_000;

  private final String name;
  private final Findings findings;
  private final Map<String, Item> items = new HashMap<>();
  private final Deque<Missed> missed = new ArrayDeque<>();
  private final Deque<Item> undated = new ArrayDeque<>();
  private final Set<String> reported = new HashSet<>();
  private long second;
  private long written;
  private long reads;
  private long expired;
  private long followerLagMax;

  /** An item, written once and never changed. */
  private static final class Item {
    private final String id;
    private final long ttl;
    private final long acknowledged;
    private final long earliestDeadline;
    private long latestDeadline;

    private Item(
        String id, long ttl, long acknowledged, long earliestDeadline, long latestDeadline) {
      this.id = id;
      this.ttl = ttl;
      this.acknowledged = acknowledged;
      this.earliestDeadline = earliestDeadline;
      this.latestDeadline = latestDeadline;
    }
  }

  private record Missed(String id, long earliestDeadline, long ended) {}

  /** A request, with what is known when it begins. */
  public record Read(long began, long second) {}

  public TtlLedger(String name, Findings findings) {
    this.name = name;
    this.findings = findings;
  }

  /**
   * A write was acknowledged with the second of the store's clock.
   *
   * @param began a time before it was sent, of the clock that reads use
   */
  public synchronized void observe(long began, long storeSecond) {
    second = Math.max(second, storeSecond);
    while (!missed.isEmpty() && missed.peek().ended() < began) {
      Missed read = missed.poll();
      if (read.earliestDeadline() > storeSecond) {
        report(
            read.id(),
            "was not found, although it lives until "
                + read.earliestDeadline()
                + " and a later write was at "
                + storeSecond);
      }
    }
    while (!undated.isEmpty() && undated.peek().acknowledged < began) {
      Item item = undated.poll();
      item.latestDeadline = storeSecond + item.ttl;
    }
  }

  /** An item was written, and its second is known. */
  public synchronized void write(String id, long ttl, long storeSecond, long acknowledged) {
    items.put(id, new Item(id, ttl, acknowledged, storeSecond + ttl, storeSecond + ttl));
    written++;
  }

  /**
   * An item was written at a second that is bounded only by those of writes before and after.
   *
   * @param before what was known before it was sent
   */
  public synchronized void writeUndated(Read before, String id, long ttl, long acknowledged) {
    Item item = new Item(id, ttl, acknowledged, before.second() + ttl, UNBOUNDED);
    items.put(id, item);
    undated.add(item);
    written++;
  }

  public synchronized Read begin() {
    return new Read(System.nanoTime(), second);
  }

  /** A read at the leader has returned these items of those that it asked for. */
  public synchronized void end(Read read, Set<String> asked, Set<String> found) {
    reads++;
    long ended = System.nanoTime();
    for (String id : asked) {
      Item item = items.get(id);
      if (item == null || item.acknowledged > read.began()) {
        continue;
      }
      boolean dead = item.latestDeadline <= read.second();
      expired += dead ? 1 : 0;
      if (found.contains(id)) {
        if (dead) {
          report(
              id,
              "was found at "
                  + read.second()
                  + " or later, and it expired at "
                  + item.latestDeadline);
        }
      } else if (item.earliestDeadline > read.second() && missed.size() < WAITING_MAX) {
        missed.add(new Missed(id, item.earliestDeadline, ended));
      }
    }
    forgetOld(read.second());
  }

  /** The same at a follower, which may be behind: by how much is kept. */
  public synchronized void endAtFollower(Read read, Set<String> found) {
    reads++;
    for (String id : found) {
      Item item = items.get(id);
      if (item != null && item.latestDeadline <= read.second()) {
        followerLagMax = Math.max(followerLagMax, read.second() - item.latestDeadline + 1);
      }
    }
  }

  private void report(String id, String what) {
    if (reported.add(id)) {
      findings.add(name + ": " + id + " " + what);
    }
  }

  /** Items are asked for until some time after their death. */
  private void forgetOld(long now) {
    if (items.size() > 20_000) {
      items.values().removeIf(item -> item.latestDeadline < now - 60);
    }
  }

  /** By how many seconds a follower's answer was behind what was acknowledged before. */
  public synchronized long followerLagSeconds() {
    return followerLagMax;
  }

  @Override
  public synchronized String toString() {
    return written
        + " items with a deadline, "
        + reads
        + " reads, "
        + expired
        + " looks at expired items, followers at most "
        + followerLagMax
        + " s behind";
  }
}
