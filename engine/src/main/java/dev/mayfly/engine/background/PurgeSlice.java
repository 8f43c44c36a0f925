package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.PurgePositions;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.Damage;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.operation.DeadItems;
import dev.mayfly.engine.operation.ItemRows;
import dev.mayfly.engine.operation.KeysAhead;
import dev.mayfly.engine.registry.Catalog;
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
 * header names, or its removal is recorded.
 */
final class PurgeSlice implements Write<PurgeSlice.Result> {
  private final Catalog catalog;
  private final OpenContainer container;
  private final SliceLimits limits;
  private final KeysAhead ahead;

  private WriteTransaction transaction;
  private ContainerSnapshot snapshot;
  private Visibility visibility;
  private boolean readsItems;
  private boolean reportsRemovals;
  private int items;
  private Stop stop;
  private long nextDeadline;
  private byte[] large;

  /**
   * @param items removed
   * @param stop why it ended
   * @param nextDeadlineSecond the earliest deadline of what it saw and left
   * @param large the key of an item before which it ended, as its keys should be computed first;
   *     null for none
   */
  record Result(int items, Stop stop, long nextDeadlineSecond, byte[] large) {}

  /** Why a slice ended. */
  enum Stop {
    /** Nothing is due any more. */
    DONE,
    /** The slice was full. */
    FULL,
    /** Users left no more request units (C1). */
    NO_BUDGET
  }

  /**
   * @param ahead the keys of a large item, which it may remove; null for none
   */
  PurgeSlice(Catalog catalog, OpenContainer container, SliceLimits limits, KeysAhead ahead) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.container = requireNonNull(container, "container");
    this.limits = requireNonNull(limits, "limits");
    this.ahead = ahead;
  }

  @Override
  public Result run(WriteTransaction writing) {
    transaction = writing;
    snapshot = container.snapshot();
    visibility = snapshot.at(writing.nowSecond());
    reportsRemovals =
        snapshot.definition().allVersions() != null
            || snapshot.definition().expiryEvents() != null
            || writing.operationLog().isKept()
                && writing.operationLog().includes(snapshot.definition());
    readsItems = reportsRemovals || !snapshot.indexes().isEmpty();
    items = 0;
    stop = Stop.DONE;
    nextDeadline = Long.MAX_VALUE;
    large = null;
    limits.start();
    if (container.isDropped()) {
      return new Result(0, Stop.DONE, Long.MAX_VALUE, null);
    }
    TtlPolicy policy = snapshot.policy();
    for (int source : policy.sourceIds()) {
      if (stop != Stop.DONE) {
        break;
      }
      if (source == ExpirySource.DEFAULT) {
        purgeLane();
      }
      if (stop == Stop.DONE) {
        purgeQueue(source);
      }
      if (stop == Stop.DONE && policy.hasMarks(source)) {
        policy = passedMarks(policy, source);
      }
    }
    if (policy != snapshot.policy()) {
      ContainerState next = snapshot.state().withPolicy(policy);
      catalog.put(transaction, container, next);
    }
    assert items >= 0 : "a slice that removed " + items;
    int removed = items;
    if (removed > 0
        && !transaction.operationLog().isKept()
        && transaction.operationLog().includes(snapshot.definition())) {
      transaction.operationLog().skipped(transaction);
    }
    transaction.afterCommit(() -> container.purgedItems().add(removed));
    if (stop == Stop.DONE && container.backlogSinceSecond() == Long.MAX_VALUE) {
      // The slice before left nothing either: by now the storage has dropped most tombstones.
      transaction.forgetDeadRanges(container.number());
    }
    return new Result(items, stop, nextDeadline, large);
  }

  /** Plain inheriting items, in the order of their commit. */
  private void purgeLane() {
    int number = container.number();
    TtlPolicy policy = snapshot.policy();
    long now = visibility.nowSecond();
    if (policy.reach(ExpirySource.DEFAULT, now) == Long.MIN_VALUE) {
      return;
    }
    long emptyUpTo = container.purgePositions().laneEmptyUpToLsn();
    byte[] from = Keys.feed(number, Keys.LANE_INHERITING, emptyUpTo + 1);
    byte[] to = Bytes.after(Keys.lane(number, Keys.LANE_INHERITING));
    try (RowCursor rows = transaction.cursor(Table.FEED, from, to)) {
      while (rows.next()) {
        byte[] key = rows.key();
        DueRow due = DueRow.decode(rows.value());
        long lsn = Keys.feedLsn(key);
        if (!policy.isDead(ExpirySource.DEFAULT, due.tsSecond(), lsn, now)) {
          left(ExpirySource.DEFAULT, due.tsSecond());
          // Versions that were written over have left tombstones before it.
          emptyUpTo = lsn - 1;
          break;
        }
        if (!mayRemove(due, lsn)) {
          left(ExpirySource.DEFAULT, due.tsSecond());
          break;
        }
        if (due.otherRows() || readsItems) {
          removeWithOtherRows(due, lsn);
        } else {
          assert !due.severalDeadlines() && due.tsSecond() <= now : "not an item of the lane";
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
  private void purgeQueue(int source) {
    int number = container.number();
    TtlPolicy policy = snapshot.policy();
    long now = visibility.nowSecond();
    long reach = policy.reach(source, now);
    PurgePositions.Place start = container.purgePositions().emptyBefore(source);
    byte[] from = Keys.queue(number, source, start.second(), start.lsn());
    byte[] to = Bytes.after(Keys.queue(number, source));
    PurgePositions.Place firstLeft = null;
    PurgePositions.Place lastRemoved = start;
    try (RowCursor rows = transaction.cursor(Table.QUEUES, from, to)) {
      while (rows.next()) {
        byte[] key = rows.key();
        long at = Keys.queueAt(key);
        long lsn = Keys.queueLsn(key);
        if (at > reach) {
          firstLeft = firstLeft == null ? new PurgePositions.Place(at, lsn) : firstLeft;
          left(source, at);
          break;
        }
        if (!policy.isDead(source, at, lsn, now)) {
          // Imported after the mark that covers its time: alive, and not to be forgotten.
          firstLeft = firstLeft == null ? new PurgePositions.Place(at, lsn) : firstLeft;
          left(source, at);
          continue;
        }
        DueRow due = DueRow.decode(rows.value());
        if (!mayRemove(due, lsn)) {
          firstLeft = firstLeft == null ? new PurgePositions.Place(at, lsn) : firstLeft;
          left(source, at);
          break;
        }
        if (due.otherRows() || due.severalDeadlines() || readsItems) {
          removeWithOtherRows(due, lsn);
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
    transaction.afterCommit(() -> container.purgePositions().emptyBefore(source, next));
  }

  private void left(int source, long key) {
    nextDeadline = Math.min(nextDeadline, snapshot.policy().deadline(source, key));
  }

  /** False if the slice must end before this item. */
  private boolean mayRemove(DueRow due, long lsn) {
    if (KeysAhead.areWorthIt(snapshot, due.sizeBytes()) && (ahead == null || ahead.lsn() != lsn)) {
      large = Keys.item(container.number(), due.suffix());
      stop = Stop.FULL;
      return false;
    }
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
  private void removeWithOtherRows(DueRow due, long lsn) {
    byte[] row = transaction.get(Table.ITEMS, Keys.item(container.number(), due.suffix()));
    if (row == null) {
      // Met in another queue before, in this very slice.
      items--;
      return;
    }
    ItemRow item = ItemRow.of(row);
    if (item.lsn() != lsn || !visibility.isExpired(item)) {
      throw Damage.of("A row that would make the purge remove a live item");
    }
    DeadItems.logRemoval(transaction, container, visibility, due.suffix(), item);
    ItemRows.remove(transaction, snapshot, due.suffix(), item, ahead);
    if (reportsRemovals) {
      long last = transaction.nextLsn();
      transaction.afterCommit(() -> container.changed(last));
    }
  }

  /** Everything that a source's marks cover is gone: so are the marks, and a dropped source. */
  private TtlPolicy passedMarks(TtlPolicy policy, int source) {
    if (policy.isDropped(source)) {
      byte[] queue = Keys.queue(container.number(), source);
      transaction.deleteRange(Table.QUEUES, queue, Bytes.after(queue));
    }
    return policy.withoutMarks(source);
  }
}
