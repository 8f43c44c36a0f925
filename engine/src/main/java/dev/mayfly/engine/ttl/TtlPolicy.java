package dev.mayfly.engine.ttl;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * The one place that says whether an item is dead. Immutable; a container has a new one after each
 * change.
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

  public TtlPolicy {
    requireNonNull(defaultSource, "defaultSource");
    requireNonNull(ownSource, "ownSource");
    dateSources = List.copyOf(dateSources);
  }

  /** True while the container has a default, -1 included (A1, A3). */
  public boolean isOn() {
    return ownSource.inForce();
  }

  /** Whether any item can be dead: if not, what is there lives. */
  public boolean mayKill() {
    return defaultSource.mayKill()
        || ownSource.mayKill()
        || dateSources.stream().anyMatch(ExpirySource::mayKill);
  }

  /**
   * True if the item, dead now, was dead at an earlier second already. Where a setting has changed
   * since then, that is not known, and it counts as dead.
   */
  public boolean wasDead(Mortal item, long second, long nowSecond) {
    boolean wasDead =
        switch (item.ttlClass()) {
          case INHERITS -> defaultSource.wasDead(item.baseSecond(), item.lsn(), second, nowSecond);
          case OWN -> ownSource.wasDead(ownDeadline(item), item.lsn(), second, nowSecond);
          case NEVER -> false;
        };
    for (int i = 0; i < item.dateCount() && !wasDead; i++) {
      ExpirySource source = dateSource(item.dateSource(i));
      wasDead = source != null && source.wasDead(item.dateSecond(i), item.lsn(), second, nowSecond);
    }
    return wasDead;
  }

  public boolean isDead(Mortal item, long nowSecond) {
    switch (item.ttlClass()) {
      case INHERITS -> {
        if (defaultSource.isDead(item.baseSecond(), item.lsn(), nowSecond)) {
          return true;
        }
      }
      case OWN -> {
        if (ownSource.isDead(ownDeadline(item), item.lsn(), nowSecond)) {
          return true;
        }
      }
      case NEVER -> {}
    }
    for (int i = 0; i < item.dateCount(); i++) {
      ExpirySource source = dateSource(item.dateSource(i));
      if (source != null && source.isDead(item.dateSecond(i), item.lsn(), nowSecond)) {
        return true;
      }
    }
    return false;
  }

  /** The second in which a living item will die as things stand; MAX_VALUE if never. */
  public long deadline(Mortal item) {
    long deadline =
        switch (item.ttlClass()) {
          case INHERITS -> defaultSource.deadline(item.baseSecond());
          case OWN -> ownSource.deadline(ownDeadline(item));
          case NEVER -> Long.MAX_VALUE;
        };
    for (int i = 0; i < item.dateCount(); i++) {
      ExpirySource source = dateSource(item.dateSource(i));
      if (source != null) {
        deadline = Math.min(deadline, source.deadline(item.dateSecond(i)));
      }
    }
    return deadline;
  }

  /**
   * The second in which a dead item died: its deadline, but not before the setting that killed it
   * took force.
   */
  public long deathSecond(Mortal item) {
    long death =
        switch (item.ttlClass()) {
          case INHERITS -> defaultSource.deathSecond(item.baseSecond(), item.lsn());
          case OWN -> ownSource.deathSecond(ownDeadline(item), item.lsn());
          case NEVER -> Long.MAX_VALUE;
        };
    for (int i = 0; i < item.dateCount(); i++) {
      ExpirySource source = dateSource(item.dateSource(i));
      if (source != null) {
        death = Math.min(death, source.deathSecond(item.dateSecond(i), item.lsn()));
      }
    }
    return death;
  }

  /** The key of an item with its own ttl in {@link #ownSource}. */
  public static long ownDeadline(Mortal item) {
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
