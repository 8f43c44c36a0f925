package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.JoinCursor;
import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.item.Item;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.cursor.ItemCursor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rows of items that pass a query's filter, from a place on. It stops within an item when time
 * is up, if it may: one item can make more rows than a page has time for.
 */
final class FilteredRows {
  private static final int ROWS_PER_CHECK = 256;

  private static final int ROWS_PER_CHECKPOINT = 32;

  /** So many rows of an item are evaluated before it is read; if there are more, it is. */
  private static final int ROWS_AHEAD_MAX = 64;

  private final CompiledQuery query;
  private final ItemCursor items;
  private final Function<Item, byte[]> form;
  private final Scope scope;
  private final boolean checked;
  private final Value[] row;
  private final JoinCursor joins;
  private final FetchedCalls calls;
  private PagePosition.Within within;
  private long pageEnd;
  private boolean mayStop;
  private Item item;
  private boolean inItem;
  private boolean stopped;
  private long rowsPassed;
  private int untilCheckpoint = ROWS_PER_CHECKPOINT;

  /**
   * @param form what a query sees of an item
   * @param filtered false if all items are known to pass
   * @param within where to resume in the first item, or null
   */
  FilteredRows(
      CompiledQuery query,
      ItemCursor items,
      Function<Item, byte[]> form,
      Scope scope,
      boolean filtered,
      PagePosition.Within within) {
    this.query = query;
    this.items = items;
    this.form = form;
    this.scope = scope;
    this.row = new Value[Math.max(1, query.width())];
    this.joins = query.rows(row);
    this.within = within;
    boolean callsAhead = filtered && !query.ahead().filter().isEmpty();
    if (callsAhead) {
      items.filter(this::mayPassCalls);
    } else if (filtered && (query.where() != null || scope.key() != null)) {
      items.filter(this::mayPass);
    }
    this.checked = !filtered || items.isFiltered() && query.joins().isEmpty() && !callsAhead;
    this.calls = query.ahead().isEmpty() ? null : new FetchedCalls(query, items, form, !checked);
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

  /** The same, as far as that is known without calling functions. */
  private boolean mayPassCalls(Item candidate) {
    if (!scope.holds(candidate)) {
      return false;
    }
    enter(candidate);
    beginRow();
    return FetchedCalls.mayPass(query, row);
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
        checkTime();
      }
    }
    return null;
  }

  /**
   * Emits all rows, up to where it stops. Those of scanned items are emitted where the items lie: a
   * caller that keeps a value must detach it.
   */
  void forEach(Consumer<Value[]> consumer) {
    if (calls == null && items.isScan() && (!mayStop || query.joins().isEmpty())) {
      items.filter(
          candidate -> {
            emit(candidate, consumer);
            return false;
          });
    }
    Value[] next;
    while ((next = next()) != null) {
      consumer.accept(next);
      checkTime();
    }
  }

  private void emit(Item candidate, Consumer<Value[]> consumer) {
    if (!scope.holds(candidate)) {
      return;
    }
    enter(candidate);
    beginRow();
    while (joins.next()) {
      if (query.passes(row)) {
        consumer.accept(row);
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

  private void checkTime() {
    boolean worked = query.budget().hasWorked();
    boolean due = worked || ++rowsPassed % ROWS_PER_CHECK == 0;
    if (mayStop && due && System.nanoTime() - pageEnd >= 0) {
      // Items of one row each end with their batch, unless each of them takes long.
      stopped = worked || !query.joins().isEmpty();
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
    if (calls != null) {
      calls.enter(item, row[0]);
    }
    inItem = true;
    if (within != null && within.rid() == item.rid()) {
      joins.goAfter(within.places());
    }
    within = null;
    return true;
  }

  /** Counts a row that was taken, and checks whether time is up. */
  void taken() {
    checkTime();
  }

  /** The item of the last row. */
  Item item() {
    return item;
  }

  /** Whether there is nothing after the last row. */
  boolean isDone() {
    return (!inItem || query.joins().isEmpty()) && items.isAtEnd();
  }

  /** Where to resume after the last row. */
  PagePosition place() {
    return !inItem || query.joins().isEmpty()
        ? new PagePosition(items.position(), null)
        : new PagePosition(
            items.positionBefore(), new PagePosition.Within(item.rid(), joins.places()));
  }
}
