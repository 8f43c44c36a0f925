package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.item.Item;
import dev.mayfly.net.work.Checkpoint;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows of items that pass a query's filter, from a place on. It stops within an item when time
 * is up, if it may: one item can make more rows than a page has time for.
 */
final class ItemRows {
  private static final int ROWS_PER_LOOK = 256;

  private static final int ROWS_PER_CHECKPOINT = 32;

  /** So many rows of an item are looked at before it is read; if there are more, it is. */
  private static final int ROWS_AHEAD_MAX = 64;

  private final CompiledQuery query;
  private final ItemCursor items;
  private final Function<Item, byte[]> form;
  private final Scope scope;
  private final boolean checked;
  private final Value[] row;
  private final JoinCursor joins;
  private Place.Within within;
  private long pageEnd;
  private boolean mayStop;
  private Item item;
  private boolean inItem;
  private boolean stopped;
  private long looked;
  private int untilCheckpoint = ROWS_PER_CHECKPOINT;

  /**
   * @param form what a query sees of an item
   * @param filtered false if all items are known to pass
   * @param within where to go on in the first item, or null
   */
  ItemRows(
      CompiledQuery query,
      ItemCursor items,
      Function<Item, byte[]> form,
      Scope scope,
      boolean filtered,
      Place.Within within) {
    this.query = query;
    this.items = items;
    this.form = form;
    this.scope = scope;
    this.row = new Value[Math.max(1, query.width())];
    this.joins = query.joins(row);
    this.within = within;
    if (filtered && (query.where() != null || scope.key() != null)) {
      items.keepOnly(this::mayPass);
    }
    this.checked = !filtered || items.isFiltered() && query.steps().isEmpty();
  }

  /** Whether an item has rows that pass. It is asked where the item lies, before it is copied. */
  private boolean mayPass(Item candidate) {
    if (!scope.holds(candidate)) {
      return false;
    }
    enter(candidate);
    for (int i = 0; i < ROWS_AHEAD_MAX; i++) {
      beginRow();
      if (!joins.next()) {
        return false;
      } else if (query.passes(row)) {
        return true;
      }
    }
    return true;
  }

  private void enter(Item next) {
    row[0] = new ObjectValue.Stored(next, form);
    joins.restart();
  }

  /** Lets it stop among the rows of an item, or between items, after a moment. */
  void stopAt(long nanos) {
    mayStop = true;
    pageEnd = nanos;
  }

  /** Lets it go to the end of each item. */
  void neverStop() {
    mayStop = false;
    stopped = false;
  }

  /** The next row; null at the end, or when time is up. It is the same array each time. */
  Value[] next() {
    while (!stopped) {
      if (!inItem && !nextItem()) {
        return null;
      }
      beginRow();
      if (!joins.next()) {
        inItem = false;
      } else if (checked || query.passes(row)) {
        return row;
      } else {
        look();
      }
    }
    return null;
  }

  /**
   * Tells all rows, up to where it stops. Those of scanned items are told where the items lie: who
   * keeps a value of them must detach it.
   */
  void forEach(Consumer<Value[]> told) {
    if (items.scans() && (!mayStop || query.steps().isEmpty())) {
      items.keepOnly(
          candidate -> {
            tell(candidate, told);
            return false;
          });
    }
    Value[] next;
    while ((next = next()) != null) {
      told.accept(next);
      look();
    }
  }

  private void tell(Item candidate, Consumer<Value[]> told) {
    if (!scope.holds(candidate)) {
      return;
    }
    enter(candidate);
    beginRow();
    while (joins.next()) {
      if (query.passes(row)) {
        told.accept(row);
      }
      beginRow();
    }
  }

  private void beginRow() {
    query.budget().begin();
    if (--untilCheckpoint == 0) {
      untilCheckpoint = ROWS_PER_CHECKPOINT;
      Checkpoint.pass();
    }
  }

  private void look() {
    boolean worked = query.budget().hasWorked();
    boolean looks = worked || ++looked % ROWS_PER_LOOK == 0;
    if (mayStop && looks && System.nanoTime() - pageEnd >= 0) {
      // Items of one row each end with their batch, unless each of them takes long.
      stopped = worked || !query.steps().isEmpty();
    }
  }

  private boolean nextItem() {
    do {
      item = items.next();
      if (item == null) {
        return false;
      }
    } while (!items.isFiltered() && !scope.holds(item));
    enter(item);
    inItem = true;
    if (within != null && within.rid() == item.rid()) {
      joins.goAfter(within.places());
    }
    within = null;
    return true;
  }

  /** Counts a row that was taken, and looks whether time is up. */
  void taken() {
    look();
  }

  /** The item of the last row. */
  Item item() {
    return item;
  }

  /** Whether there is nothing after the last row. */
  boolean isDone() {
    return (!inItem || query.steps().isEmpty()) && items.isDone();
  }

  /** Where to go on after the last row. */
  Place place() {
    return !inItem || query.steps().isEmpty()
        ? items.place()
        : items.placeBefore().within(item.rid(), joins.places());
  }
}
