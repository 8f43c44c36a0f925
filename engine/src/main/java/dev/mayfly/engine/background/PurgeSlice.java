package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Catalog;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.PurgePositions;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Damage;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.DeadItems;
import dev.mayfly.engine.item.ItemRows;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;

/**
 * Removes a bounded number of dead items of one container.
 *
 * <p>It walks each source's queue from its old end on rows committed before it, alone in its group.
 * A row exists only for the current version of an item, so a row that is dead is an item that is
 * dead: that is the re-check of C5, and no item is read unless it has rows that only its body or
 * header names, or someone wants to be told of its end.
 */
final class PurgeSlice implements Write<PurgeSlice.Result> {
  private final Catalog catalog;
  private final OpenContainer container;
  private final SliceLimits limits;

  private WriteTransaction transaction;
  private Face face;
  private Visibility visibility;
  private boolean readsItems;
  private boolean tellsOfRemovals;
  private int items;
  private Stop stop;
  private long nextDeadline;

  /**
   * @param items removed
   * @param stop why it ended
   * @param nextDeadlineSecond the earliest deadline of what it saw and left
   */
  record Result(int items, Stop stop, long nextDeadlineSecond) {}

  /** Why a slice ended. */
  enum Stop {
    /** Nothing is due any more. */
    DONE,
    /** The slice was full. */
    FULL,
    /** Users left no more request units (C1). */
    NO_BUDGET
  }

  PurgeSlice(Catalog catalog, OpenContainer container, SliceLimits limits) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.container = requireNonNull(container, "container");
    this.limits = requireNonNull(limits, "limits");
  }

  @Override
  public Result run(WriteTransaction writing) {
    transaction = writing;
    face = container.face();
    visibility = face.at(writing.nowSecond());
    tellsOfRemovals =
        face.definition().allVersions() != null || face.definition().expiryEvents() != null;
    readsItems = tellsOfRemovals || !face.indexes().isEmpty();
    items = 0;
    stop = Stop.DONE;
    nextDeadline = Long.MAX_VALUE;
    limits.start();
    if (container.isDropped()) {
      return new Result(0, Stop.DONE, Long.MAX_VALUE);
    }
    TtlPolicy policy = face.policy();
    for (ExpirySource source : policy.sources()) {
      if (stop != Stop.DONE) {
        break;
      }
      if (source.id() == ExpirySource.DEFAULT) {
        purgeLane(source);
      }
      if (stop == Stop.DONE) {
        purgeQueue(source);
      }
      if (stop == Stop.DONE && !source.marks().isEmpty()) {
        policy = passedMarks(policy, source);
      }
    }
    if (policy != face.policy()) {
      ContainerState next = face.state().withPolicy(policy);
      catalog.put(transaction, container, next);
    }
    int removed = items;
    transaction.afterCommit(() -> container.purgedItems().add(removed));
    return new Result(items, stop, nextDeadline);
  }

  /** Plain inheriting items, in the order of their commit. */
  private void purgeLane(ExpirySource source) {
    int number = container.number();
    if (!source.inForce() && source.marks().isEmpty()) {
      return;
    }
    long now = visibility.nowSecond();
    long emptyUpTo = container.purgePositions().laneEmptyUpToLsn();
    byte[] from = Keys.feed(number, Keys.LANE_INHERITING, emptyUpTo + 1);
    byte[] to = Bytes.after(Keys.lane(number, Keys.LANE_INHERITING));
    try (RowCursor rows = transaction.cursor(Table.FEED, from, to)) {
      while (rows.next()) {
        byte[] key = rows.key();
        DueRow due = DueRow.decode(rows.value());
        long lsn = Keys.feedLsn(key);
        if (!source.isDead(due.tsSecond(), lsn, now)) {
          nextDeadline = Math.min(nextDeadline, source.deadline(due.tsSecond()));
          // Versions that were written over have left tombstones before it.
          emptyUpTo = lsn - 1;
          break;
        }
        if (!mayRemove(due)) {
          nextDeadline = Math.min(nextDeadline, source.deadline(due.tsSecond()));
          break;
        }
        if (due.otherRows() || readsItems) {
          removeWhole(due, lsn);
        } else {
          transaction.delete(Table.ITEMS, Keys.item(number, due.suffix()));
          transaction.delete(Table.FEED, key);
          transaction
              .counts()
              .addAt(number, CountKeys.SET_INHERITING, due.tsSecond(), -1, -due.sizeBytes());
        }
        emptyUpTo = lsn;
      }
    }
    long upTo = emptyUpTo;
    transaction.afterCommit(() -> container.purgePositions().laneEmptyUpTo(upTo));
  }

  /** Items that stand in the queue of a source. */
  private void purgeQueue(ExpirySource source) {
    int number = container.number();
    long now = visibility.nowSecond();
    long reach = source.reach(now);
    PurgePositions.Place start = container.purgePositions().emptyBefore(source.id());
    byte[] from = Keys.queue(number, source.id(), start.second(), start.lsn());
    byte[] to = Bytes.after(Keys.queue(number, source.id()));
    PurgePositions.Place firstLeft = null;
    PurgePositions.Place lastRemoved = start;
    try (RowCursor rows = transaction.cursor(Table.QUEUES, from, to)) {
      while (rows.next()) {
        byte[] key = rows.key();
        long at = Keys.queueAt(key);
        long lsn = Keys.queueLsn(key);
        if (at > reach) {
          firstLeft = firstLeft == null ? new PurgePositions.Place(at, lsn) : firstLeft;
          nextDeadline = Math.min(nextDeadline, source.deadline(at));
          break;
        }
        if (!source.isDead(at, lsn, now)) {
          // Imported after the mark that covers its time: alive, and not to be forgotten.
          firstLeft = firstLeft == null ? new PurgePositions.Place(at, lsn) : firstLeft;
          nextDeadline = Math.min(nextDeadline, source.deadline(at));
          continue;
        }
        DueRow due = DueRow.decode(rows.value());
        if (!mayRemove(due)) {
          firstLeft = firstLeft == null ? new PurgePositions.Place(at, lsn) : firstLeft;
          nextDeadline = Math.min(nextDeadline, source.deadline(at));
          break;
        }
        if (due.otherRows() || due.severalDeadlines() || readsItems) {
          removeWhole(due, lsn);
        } else {
          transaction.delete(Table.ITEMS, Keys.item(number, due.suffix()));
          transaction.delete(Table.FEED, Keys.feed(number, Keys.LANE_OTHERS, lsn));
          transaction.delete(Table.QUEUES, key);
          transaction.counts().addAt(number, CountKeys.SET_OWN, at, -1, -due.sizeBytes());
        }
        lastRemoved = new PurgePositions.Place(at, lsn + 1);
      }
    }
    PurgePositions.Place next = firstLeft == null ? lastRemoved : firstLeft;
    transaction.afterCommit(() -> container.purgePositions().emptyBefore(source.id(), next));
  }

  /** False if the slice must end before this item. */
  private boolean mayRemove(DueRow due) {
    if (!limits.row()) {
      stop = Stop.FULL;
      return false;
    }
    if (!container.budget().tryPurge(Charges.delete(due.sizeBytes(), due.terms()))) {
      stop = Stop.NO_BUDGET;
      return false;
    }
    items++;
    return true;
  }

  /** Removes an item whose other rows only it can name. */
  private void removeWhole(DueRow due, long lsn) {
    byte[] row = transaction.get(Table.ITEMS, Keys.item(container.number(), due.suffix()));
    if (row == null) {
      // Met in another queue before, in this very slice.
      items--;
      return;
    }
    ItemHeader item = ItemHeader.of(row);
    if (item.lsn() != lsn || !visibility.isExpired(item)) {
      throw Damage.of("A row that tells the purge to remove an item that is alive");
    }
    DeadItems.logRemoval(transaction, face, visibility, due.suffix(), item);
    ItemRows.remove(transaction, face, due.suffix(), item);
    if (tellsOfRemovals) {
      long last = transaction.nextLsn();
      transaction.afterCommit(() -> container.changed(last));
    }
  }

  /** Everything that a source's marks cover is gone: so are the marks, and a dropped source. */
  private TtlPolicy passedMarks(TtlPolicy policy, ExpirySource source) {
    if (!source.inForce() && source.id() >= ExpirySource.FIRST_DATE) {
      byte[] queue = Keys.queue(container.number(), source.id());
      transaction.deleteRange(Table.QUEUES, queue, Bytes.after(queue));
    }
    return policy.with(source.withoutMarks());
  }
}
