package dev.mayfly.engine.count;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;

/**
 * How much of a container is alive and how much is dead and not purged, exactly, at an instant
 * (C3). Nearly all of it comes from the buckets; items of partitions that are being removed are
 * found by walking these.
 */
public final class LiveCounts {
  /** Bounds the retries under continuous writes. */
  private static final int ATTEMPTS_MAX = 10;

  private final Storage storage;
  private final Counts counts;
  private final SeveralDeadlines severalDeadlines;

  public LiveCounts(Storage storage, Counts counts) {
    this.storage = requireNonNull(storage, "storage");
    this.counts = requireNonNull(counts, "counts");
    this.severalDeadlines = new SeveralDeadlines(storage, counts);
  }

  /** Everything that has rows, dead or alive. */
  public Tally stored(ContainerSnapshot snapshot) {
    int number = snapshot.state().number();
    Tally sum = Tally.ZERO;
    for (int set = CountKeys.SET_INHERITING; set <= CountKeys.SET_SEVERAL; set++) {
      sum = sum.plus(counts.total(number, set));
    }
    return sum;
  }

  /**
   * What is there and not dead. Both are read one after the other, and what was purged between the
   * two reads would count as alive: then both are read again.
   */
  public Tally live(ContainerSnapshot snapshot, long nowSecond) {
    Tally stored;
    Tally live;
    int attempts = 0;
    do {
      stored = stored(snapshot);
      live = stored.minus(dead(snapshot, nowSecond));
    } while (++attempts < ATTEMPTS_MAX && !stored.equals(stored(snapshot)));
    return live;
  }

  /**
   * About what is there and not dead, without walking rows: items with several deadlines and those
   * of partitions that are being removed count as alive.
   */
  public Tally estimate(Visibility visibility) {
    return stored(visibility.snapshot()).minus(deadByOneDeadline(visibility));
  }

  private Tally deadByOneDeadline(Visibility visibility) {
    int number = visibility.snapshot().state().number();
    long now = visibility.nowSecond();
    TtlPolicy policy = visibility.snapshot().policy();
    return plain(number, CountKeys.SET_INHERITING, policy.reach(ExpirySource.DEFAULT, now))
        .plus(plain(number, CountKeys.SET_OWN, policy.reach(ExpirySource.OWN, now)));
  }

  /** The backlog of the purge: dead items that still have rows. */
  public Tally dead(ContainerSnapshot snapshot, long nowSecond) {
    int number = snapshot.state().number();
    Visibility visibility = snapshot.at(nowSecond);
    long now = visibility.nowSecond();
    Tally dead = deadByOneDeadline(visibility);
    if (counts.total(number, CountKeys.SET_SEVERAL).items() > 0) {
      dead = dead.plus(severalDeadlines.dead(snapshot, now));
    }
    if (!snapshot.deletedPartitions().isEmpty()) {
      try (ReadView view = storage.snapshot()) {
        dead = dead.plus(deletedPartitions(view, snapshot, visibility));
      }
    }
    return dead;
  }

  private Tally plain(int number, int set, long reach) {
    return reach == Long.MIN_VALUE ? Tally.ZERO : counts.upTo(number, set, reach);
  }

  /** Items that went with their partition and have not expired. */
  private static Tally deletedPartitions(
      ReadView view, ContainerSnapshot snapshot, Visibility visibility) {
    Tally sum = Tally.ZERO;
    for (DeletedPartition deleted : snapshot.deletedPartitions()) {
      byte[] prefix = Keys.item(snapshot.state().number(), deleted.partition());
      try (RowCursor rows = view.cursor(Table.ITEMS, prefix, Bytes.after(prefix))) {
        while (rows.next()) {
          ItemRow item = ItemRow.of(rows.value());
          if (item.lsn() <= deleted.lsn() && !visibility.isExpired(item)) {
            sum = sum.plus(new Tally(1, item.sizeBytes()));
          }
        }
      }
    }
    return sum;
  }

  /** Live bytes of one logical partition, by a scan of its items. */
  public Tally livePartition(ContainerSnapshot snapshot, byte[] partition, long nowSecond) {
    Visibility visibility = snapshot.at(nowSecond);
    byte[] prefix = Keys.item(snapshot.state().number(), partition);
    Tally sum = Tally.ZERO;
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursor(Table.ITEMS, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        ItemRow item = visibility.see(rows.value(), Keys.suffix(rows.key()));
        if (item != null) {
          sum = sum.plus(new Tally(1, item.sizeBytes()));
        }
      }
    }
    return sum;
  }
}
