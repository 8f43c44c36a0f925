package dev.mayfly.engine.count;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the dead among items that may expire by several TTL sources. How many are dead by one
 * source is in its buckets. Where they are dead by one source only, that is the answer. Otherwise
 * those are added that are dead by another source and not by the one that has most of them; they
 * are found by walking what is due there, and the sum is kept until something changes.
 */
final class SeveralDeadlines {
  private static final int KEPT_MAX = 256;

  private final Storage storage;
  private final Counts counts;
  private final Map<Integer, Kept> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Kept> eldest) {
          return size() > KEPT_MAX;
        }
      };

  /** A sum, and what it was made of. */
  private record Kept(TtlPolicy policy, Map<Integer, Tally> bySource, long changes, Tally dead) {}

  SeveralDeadlines(Storage storage, Counts counts) {
    this.storage = requireNonNull(storage, "storage");
    this.counts = requireNonNull(counts, "counts");
  }

  /** The dead of a container that have several deadlines. */
  Tally dead(ContainerSnapshot snapshot, long nowSecond) {
    int number = snapshot.state().number();
    TtlPolicy policy = snapshot.policy();
    long changes = counts.changes(number, CountKeys.SET_SEVERAL);
    Map<Integer, Tally> bySource = new LinkedHashMap<>();
    Tally most = Tally.ZERO;
    int mostBy = TtlPolicy.NO_SOURCE;
    for (int source : policy.sourceIds()) {
      Tally dead = dead(number, policy, source, nowSecond);
      if (dead.items() > 0) {
        bySource.put(source, dead);
        if (dead.items() > most.items()) {
          most = dead;
          mostBy = source;
        }
      }
    }
    if (bySource.size() < 2) {
      return most;
    }
    Kept before = kept(number);
    if (before != null
        && before.policy == policy
        && before.changes == changes
        && before.bySource.equals(bySource)) {
      return before.dead;
    }
    Tally dead = most.plus(others(number, policy, mostBy, nowSecond));
    if (changes == counts.changes(number, CountKeys.SET_SEVERAL)) {
      keep(number, new Kept(policy, bySource, changes, dead));
    }
    return dead;
  }

  private synchronized Kept kept(int number) {
    return kept.get(number);
  }

  private synchronized void keep(int number, Kept sum) {
    kept.put(number, sum);
  }

  /** Those that are dead by a source, whether or not they are by another one too. */
  private Tally dead(int number, TtlPolicy policy, int source, long now) {
    long reach = policy.reach(source, now);
    if (reach == Long.MIN_VALUE) {
      return Tally.ZERO;
    }
    Tally dead = counts.upTo(number, CountKeys.SET_BY_SOURCE + source, reach);
    long byTime = policy.reachByTime(source, now);
    return byTime == reach || dead.items() == 0
        ? dead
        : dead.minus(livingBelowMarks(number, policy, source, byTime, reach, now));
  }

  /** A mark covers what was written before it: later items with older dates live. */
  private Tally livingBelowMarks(
      int number, TtlPolicy policy, int source, long byTime, long reach, long now) {
    byte[] from =
        byTime == Long.MIN_VALUE
            ? Keys.queue(number, source)
            : Keys.queue(number, source, byTime + 1, 0);
    byte[] to = Keys.queue(number, source, reach + 1, 0);
    Tally living = Tally.ZERO;
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursor(Table.QUEUES, from, to)) {
      while (rows.next()) {
        byte[] key = rows.key();
        if (!policy.isDead(source, Keys.queueAt(key), Keys.queueLsn(key), now)) {
          DueRow due = DueRow.decode(rows.value());
          living = due.severalDeadlines() ? living.plus(new Tally(1, due.sizeBytes())) : living;
        }
      }
    }
    return living;
  }

  /** Those that are dead, but not by that source: each at the first source by which it is. */
  private Tally others(int number, TtlPolicy policy, int mostBy, long now) {
    Tally sum = Tally.ZERO;
    try (ReadView view = storage.snapshot()) {
      for (int source : policy.sourceIds()) {
        long reach = policy.reach(source, now);
        if (source == mostBy || reach == Long.MIN_VALUE) {
          continue;
        }
        if (source == ExpirySource.DEFAULT) {
          sum = sum.plus(dueInLane(view, number, policy, mostBy, now));
        }
        byte[] from = Keys.queue(number, source);
        byte[] to = Keys.queue(number, source, reach + 1, 0);
        try (RowCursor rows = view.cursor(Table.QUEUES, from, to)) {
          while (rows.next()) {
            sum = sum.plus(ifFirst(view, number, policy, source, mostBy, rows.value(), now));
          }
        }
      }
    }
    return sum;
  }

  private static Tally dueInLane(
      ReadView view, int number, TtlPolicy policy, int mostBy, long now) {
    byte[] lane = Keys.lane(number, Keys.LANE_INHERITING);
    Tally sum = Tally.ZERO;
    try (RowCursor rows = view.cursor(Table.FEED, lane, Bytes.after(lane))) {
      while (rows.next()) {
        byte[] value = rows.value();
        long base = DueRow.decode(value).tsSecond();
        if (!policy.isDead(ExpirySource.DEFAULT, base, Keys.feedLsn(rows.key()), now)) {
          break;
        }
        sum = sum.plus(ifFirst(view, number, policy, ExpirySource.DEFAULT, mostBy, value, now));
      }
    }
    return sum;
  }

  private static Tally ifFirst(
      ReadView view,
      int number,
      TtlPolicy policy,
      int source,
      int mostBy,
      byte[] value,
      long nowSecond) {
    DueRow due = DueRow.decode(value);
    if (!due.severalDeadlines()) {
      return Tally.ZERO;
    }
    ItemRow item = ItemRow.of(view.get(Table.ITEMS, Keys.item(number, due.suffix())));
    return policy.isExpiredBy(item, mostBy, nowSecond)
            || policy.expiredBy(item, nowSecond) != source
        ? Tally.ZERO
        : new Tally(1, due.sizeBytes());
  }
}
