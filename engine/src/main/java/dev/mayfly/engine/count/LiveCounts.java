package dev.mayfly.engine.count;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlClass;
import dev.mayfly.engine.ttl.TtlPolicy;

/**
 * How much of a container is alive and how much is dead and not purged, exactly, at an instant
 * (C3). Plain items come from the buckets; items with several deadlines, and those of partitions
 * that are being removed, are found by walking what is due.
 */
public final class LiveCounts {
  /** Who writes all the time is not waited for. */
  private static final int LOOKS_MAX = 10;

  private final Storage storage;
  private final Counts counts;

  public LiveCounts(Storage storage, Counts counts) {
    this.storage = requireNonNull(storage, "storage");
    this.counts = requireNonNull(counts, "counts");
  }

  /** Everything that has rows, dead or alive. */
  public Tally stored(Face face) {
    int number = face.state().number();
    Tally sum = Tally.ZERO;
    for (int set = CountKeys.SET_INHERITING; set <= CountKeys.SET_SEVERAL; set++) {
      sum = sum.plus(counts.total(number, set));
    }
    return sum;
  }

  /**
   * What is there and not dead. Both are looked at one after the other, and what was purged between
   * the two looks would count as alive: then it is looked again.
   */
  public Tally live(Face face, long nowSecond) {
    Tally stored;
    Tally live;
    int looks = 0;
    do {
      stored = stored(face);
      live = stored.minus(dead(face, nowSecond));
    } while (++looks < LOOKS_MAX && !stored.equals(stored(face)));
    return live;
  }

  /** The backlog of the purge: dead items that still have rows. */
  public Tally dead(Face face, long nowSecond) {
    int number = face.state().number();
    Visibility visibility = face.at(nowSecond);
    long now = visibility.nowSecond();
    TtlPolicy policy = face.policy();
    Tally dead =
        plain(number, CountKeys.SET_INHERITING, policy.defaultSource().reach(now))
            .plus(plain(number, CountKeys.SET_OWN, policy.ownSource().reach(now)));
    boolean several = counts.total(number, CountKeys.SET_SEVERAL).items() > 0;
    if (several || !face.deletedPartitions().isEmpty()) {
      try (ReadView view = storage.snapshot()) {
        if (several) {
          dead = dead.plus(severalDeadlines(view, face, visibility));
        }
        dead = dead.plus(deletedPartitions(view, face, visibility));
      }
    }
    return dead;
  }

  private Tally plain(int number, int set, long reach) {
    return reach == Long.MIN_VALUE ? Tally.ZERO : counts.upTo(number, set, reach);
  }

  /** Each dead item is counted at the first source, in their order, by which it is dead. */
  private static Tally severalDeadlines(ReadView view, Face face, Visibility visibility) {
    int number = face.state().number();
    TtlPolicy policy = face.policy();
    long now = visibility.nowSecond();
    Tally sum = Tally.ZERO;
    for (ExpirySource source : policy.sources()) {
      long reach = source.reach(now);
      if (reach == Long.MIN_VALUE) {
        continue;
      }
      if (source.id() == ExpirySource.DEFAULT) {
        sum = sum.plus(dueInLane(view, face, source, now));
      }
      byte[] from = Keys.queue(number, source.id());
      byte[] to = Keys.queue(number, source.id(), reach + 1, 0);
      try (RowCursor rows = view.cursor(Table.QUEUES, from, to)) {
        while (rows.next()) {
          sum = sum.plus(ifFirst(view, policy, number, source, rows.value(), now));
        }
      }
    }
    return sum;
  }

  private static Tally dueInLane(ReadView view, Face face, ExpirySource source, long now) {
    int number = face.state().number();
    byte[] lane = Keys.lane(number, Keys.LANE_INHERITING);
    Tally sum = Tally.ZERO;
    try (RowCursor rows = view.cursor(Table.FEED, lane, Bytes.after(lane))) {
      while (rows.next()) {
        byte[] value = rows.value();
        if (!source.isDead(DueRow.decode(value).tsSecond(), Keys.feedLsn(rows.key()), now)) {
          break;
        }
        sum = sum.plus(ifFirst(view, face.policy(), number, source, value, now));
      }
    }
    return sum;
  }

  private static Tally ifFirst(
      ReadView view,
      TtlPolicy policy,
      int number,
      ExpirySource source,
      byte[] value,
      long nowSecond) {
    DueRow due = DueRow.decode(value);
    if (!due.severalDeadlines()) {
      return Tally.ZERO;
    }
    ItemHeader item = ItemHeader.of(view.get(Table.ITEMS, Keys.item(number, due.suffix())));
    return firstKiller(policy, item, nowSecond) == source.id()
        ? new Tally(1, due.sizeBytes())
        : Tally.ZERO;
  }

  /** The number of the first source by which the item is dead, or -1. */
  private static int firstKiller(TtlPolicy policy, ItemHeader item, long nowSecond) {
    if (item.ttlClass() == TtlClass.INHERITS
        && policy.defaultSource().isDead(item.baseSecond(), item.lsn(), nowSecond)) {
      return ExpirySource.DEFAULT;
    }
    if (item.ttlClass() == TtlClass.OWN
        && policy.ownSource().isDead(TtlPolicy.ownDeadline(item), item.lsn(), nowSecond)) {
      return ExpirySource.OWN;
    }
    for (ExpirySource source : policy.dateSources()) {
      for (int i = 0; i < item.dateCount(); i++) {
        if (item.dateSource(i) == source.id()
            && source.isDead(item.dateSecond(i), item.lsn(), nowSecond)) {
          return source.id();
        }
      }
    }
    return -1;
  }

  /** Items that went with their partition and have not expired. */
  private static Tally deletedPartitions(ReadView view, Face face, Visibility visibility) {
    Tally sum = Tally.ZERO;
    for (DeletedPartition deleted : face.deletedPartitions()) {
      byte[] prefix = Keys.item(face.state().number(), deleted.partition());
      try (RowCursor rows = view.cursor(Table.ITEMS, prefix, Bytes.after(prefix))) {
        while (rows.next()) {
          ItemHeader item = ItemHeader.of(rows.value());
          if (item.lsn() <= deleted.lsn() && !visibility.isExpired(item)) {
            sum = sum.plus(new Tally(1, item.sizeBytes()));
          }
        }
      }
    }
    return sum;
  }

  /** Live bytes of one logical partition, by looking at its items. */
  public Tally livePartition(Face face, byte[] partition, long nowSecond) {
    Visibility visibility = face.at(nowSecond);
    byte[] prefix = Keys.item(face.state().number(), partition);
    Tally sum = Tally.ZERO;
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursor(Table.ITEMS, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        ItemHeader item = visibility.see(rows.value(), Keys.suffix(rows.key()));
        if (item != null) {
          sum = sum.plus(new Tally(1, item.sizeBytes()));
        }
      }
    }
    return sum;
  }
}
