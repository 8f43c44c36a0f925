package dev.mayfly.engine.ttl;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The one place that says whether an item is dead, from the item itself or from its row in the
 * queue of a source. Immutable; a container has a new one after each change.
 *
 * @param defaultSource in force while the default is a positive number
 * @param ownSource in force while TTL is on at all
 * @param dateSources those in force, and dropped ones whose marks the purge has not passed
 */
public record TtlPolicy(
    ExpirySource defaultSource, ExpirySource ownSource, List<ExpirySource> dateSources) {

  public static final TtlPolicy OFF =
      new TtlPolicy(
          ExpirySource.off(ExpirySource.DEFAULT), ExpirySource.off(ExpirySource.OWN), List.of());

  /** Stands for no source at all. */
  public static final int NO_SOURCE = -1;

  public TtlPolicy {
    requireNonNull(defaultSource, "defaultSource");
    requireNonNull(ownSource, "ownSource");
    dateSources = List.copyOf(dateSources);
  }

  /** Whether any item can be dead: if not, what is there lives. */
  public boolean mayKill() {
    return defaultSource.mayKill()
        || ownSource.mayKill()
        || dateSources.stream().anyMatch(ExpirySource::mayKill);
  }

  public boolean isDead(Expirable item, long nowSecond) {
    return expiredBy(item, nowSecond) != NO_SOURCE;
  }

  /** The first source by which the item is dead, or {@link #NO_SOURCE} while it lives. */
  public int expiredBy(Expirable item, long nowSecond) {
    for (int i = 0; i <= item.dateCount(); i++) {
      ExpirySource source = source(item, i);
      if (source != null && source.isDead(key(item, i), item.lsn(), nowSecond)) {
        return source.id();
      }
    }
    return NO_SOURCE;
  }

  /**
   * True if the item, dead now, was dead at an earlier second already. Where a setting has changed
   * since then, that is not known, and it counts as dead.
   */
  public boolean wasDead(Expirable item, long second, long nowSecond) {
    for (int i = 0; i <= item.dateCount(); i++) {
      ExpirySource source = source(item, i);
      if (source != null && source.wasDead(key(item, i), item.lsn(), second, nowSecond)) {
        return true;
      }
    }
    return false;
  }

  /** The second in which a living item will die as things stand; MAX_VALUE if never. */
  public long deadline(Expirable item) {
    long deadline = Long.MAX_VALUE;
    for (int i = 0; i <= item.dateCount(); i++) {
      ExpirySource source = source(item, i);
      if (source != null) {
        deadline = Math.min(deadline, source.deadline(key(item, i)));
      }
    }
    return deadline;
  }

  /**
   * The second in which a dead item died: its deadline, but not before the setting that killed it
   * took force.
   */
  public long deathSecond(Expirable item) {
    long death = Long.MAX_VALUE;
    for (int i = 0; i <= item.dateCount(); i++) {
      ExpirySource source = source(item, i);
      if (source != null) {
        death = Math.min(death, source.deathSecond(key(item, i), item.lsn()));
      }
    }
    return death;
  }

  /**
   * True if a walk over the queues has met the item as a dead one.
   *
   * @param walkedTo the key up to which the queue of each source was walked
   * @param second at which the walk judged
   */
  boolean isPassed(Expirable item, Map<Integer, Long> walkedTo, long second) {
    for (int i = 0; i <= item.dateCount(); i++) {
      ExpirySource source = source(item, i);
      Long passed = source == null ? null : walkedTo.get(source.id());
      if (passed != null
          && key(item, i) <= passed
          && source.isDead(key(item, i), item.lsn(), second)) {
        return true;
      }
    }
    return false;
  }

  /** Which source applies to an item: its class decides the first, its dates the others. */
  private ExpirySource source(Expirable item, int index) {
    if (index > 0) {
      return dateSource(item.dateSource(index - 1));
    }
    return switch (item.ttlClass()) {
      case INHERITS -> defaultSource;
      case OWN -> ownSource;
      case NEVER -> null;
    };
  }

  /** The key of an item in that source. */
  private static long key(Expirable item, int index) {
    if (index > 0) {
      return item.dateSecond(index - 1);
    }
    return item.ttlClass() == TtlClass.OWN ? ownDeadline(item) : item.baseSecond();
  }

  /** Whether the item of a row in the queue of a source is dead. */
  public boolean isDead(int source, long key, long lsn, long nowSecond) {
    return known(source).isDead(key, lsn, nowSecond);
  }

  /** The highest key in the queue of a source that may be dead; MIN_VALUE if none can be. */
  public long reach(int source, long nowSecond) {
    return known(source).reach(nowSecond);
  }

  /** The same without marks: all keys up to there are dead, whenever their items were written. */
  public long reachByTime(int source, long nowSecond) {
    ExpirySource found = known(source);
    return found.inForce() ? found.boundary(nowSecond) : Long.MIN_VALUE;
  }

  /** Whether the item is dead by that source. */
  public boolean isExpiredBy(Expirable item, int source, long nowSecond) {
    for (int i = 0; i <= item.dateCount(); i++) {
      ExpirySource each = source(item, i);
      if (each != null && each.id() == source) {
        return each.isDead(key(item, i), item.lsn(), nowSecond);
      }
    }
    return false;
  }

  /** The second in which the item of a row in a queue will die; MAX_VALUE if never. */
  public long deadline(int source, long key) {
    return known(source).deadline(key);
  }

  /** Since when a dead row has been due: its deadline or, where only marks kill, their second. */
  public long dueSecond(int source, long key) {
    ExpirySource found = known(source);
    return found.inForce() ? found.deadline(key) : found.sinceSecond();
  }

  /** The keys of a source that expire after one second up to another, as things stand. */
  public ExpiringKeys expiring(int source, long afterSecond, long upToSecond) {
    ExpirySource found = known(source);
    if (!found.inForce()) {
      return ExpiringKeys.NONE;
    }
    // Keys at or below the marks are dead already, whatever their deadline was.
    long above = Math.max(found.boundary(afterSecond), found.marks().highest());
    return new ExpiringKeys(above + 1, found.boundary(upToSecond));
  }

  /** The keys of a source that are dead by this policy and were not by another one. */
  public ExpiringKeys expiringBeyond(TtlPolicy before, int source, long nowSecond) {
    long from = before.reach(source, nowSecond);
    long to = reach(source, nowSecond);
    return to <= from
        ? ExpiringKeys.NONE
        : new ExpiringKeys(from == Long.MIN_VALUE ? from : from + 1, to);
  }

  /** Whether a source has marks that the purge has not passed. */
  public boolean hasMarks(int source) {
    return !known(source).marks().isEmpty();
  }

  /** Whether a date source was dropped and only its marks are left. */
  public boolean isDropped(int source) {
    return source >= ExpirySource.FIRST_DATE && !known(source).inForce();
  }

  /** The policy when the purge has passed all marks of a source. */
  public TtlPolicy withoutMarks(int source) {
    return with(known(source).withoutMarks());
  }

  private ExpirySource known(int source) {
    ExpirySource found = source(source);
    return found == null ? ExpirySource.off(source) : found;
  }

  /** The key of an item with its own ttl in {@link #ownSource}. */
  public static long ownDeadline(Expirable item) {
    return item.baseSecond() + item.ttlSeconds();
  }

  /** The date source of that number, or null if there is none (any more). */
  public ExpirySource dateSource(int id) {
    for (int i = 0; i < dateSources.size(); i++) {
      if (dateSources.get(i).id() == id) {
        return dateSources.get(i);
      }
    }
    return null;
  }

  /** The source of that number, or null. */
  public ExpirySource source(int id) {
    return switch (id) {
      case ExpirySource.DEFAULT -> defaultSource;
      case ExpirySource.OWN -> ownSource;
      default -> dateSource(id);
    };
  }

  /** The numbers of all sources, the two standing ones first. */
  public int[] sourceIds() {
    return sources().stream().mapToInt(ExpirySource::id).toArray();
  }

  /** All sources, the two standing ones first. */
  public List<ExpirySource> sources() {
    List<ExpirySource> all = new ArrayList<>(2 + dateSources.size());
    all.add(defaultSource);
    all.add(ownSource);
    all.addAll(dateSources);
    return all;
  }

  /**
   * The policy after the container's default changed.
   *
   * @param defaultTtl null = off, -1 = on without a default, else seconds
   */
  public TtlPolicy withDefault(Integer defaultTtl, long nowSecond, long lsn) {
    boolean on = defaultTtl != null;
    boolean kills = on && defaultTtl > 0;
    return new TtlPolicy(
        defaultSource.changed(kills, kills ? defaultTtl : 0, nowSecond, lsn),
        ownSource.changed(on, 0, nowSecond, lsn),
        dateSources);
  }

  /** The policy with one source replaced, added (a date source) or, if it says nothing, removed. */
  public TtlPolicy with(ExpirySource source) {
    switch (source.id()) {
      case ExpirySource.DEFAULT:
        return new TtlPolicy(source, ownSource, dateSources);
      case ExpirySource.OWN:
        return new TtlPolicy(defaultSource, source, dateSources);
      default:
        List<ExpirySource> next = new ArrayList<>();
        for (ExpirySource each : dateSources) {
          if (each.id() != source.id()) {
            next.add(each);
          }
        }
        if (source.inForce() || !source.marks().isEmpty()) {
          next.add(source);
        }
        return new TtlPolicy(defaultSource, ownSource, next);
    }
  }
}
