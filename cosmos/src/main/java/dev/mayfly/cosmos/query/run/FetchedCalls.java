package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.compile.CallsAhead;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.UserCall;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.item.Item;
import dev.mayfly.query.cursor.ItemCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Has user-defined functions called for several items at once, before their rows are evaluated. A
 * call that is missing then, because one before it threw something, is made alone.
 */
final class FetchedCalls {
  /** The first time it is so many items, and each time more: a query may need a few only. */
  private static final int ITEMS_FIRST = 4;

  private static final int GROWTH = 4;
  private static final int ITEMS_MAX = 256;

  private final CompiledQuery query;
  private final CallsAhead calls;
  private final ItemCursor items;
  private final Function<Item, byte[]> form;
  private final boolean filtered;
  private final List<Item> batch = new ArrayList<>();
  private int place;
  private int most = ITEMS_FIRST;

  /**
   * @param filtered whether the filter is to be evaluated for the items
   */
  FetchedCalls(
      CompiledQuery query, ItemCursor items, Function<Item, byte[]> form, boolean filtered) {
    this.query = query;
    this.calls = query.ahead();
    this.items = items;
    this.form = form;
    this.filtered = filtered;
  }

  /** Whether an item may pass, as far as that is known without calls. */
  static boolean mayPass(CompiledQuery query, Value[] row) {
    if (query.ahead().before() == null) {
      return true;
    }
    Value before = query.ahead().before().evaluate(row);
    return before.kind() != Kind.BOOLEAN || before.isTrue();
  }

  /**
   * The rows that are evaluated next are of this item, the cursor's last one.
   *
   * @param value the item in these rows
   */
  void enter(Item item, Value value) {
    place++;
    if (place >= batch.size() || batch.get(place) != item) {
      place = 0;
      fetch(item);
    }
    moveTo(place, value);
  }

  private void moveTo(int item, Value value) {
    calls.filter().forEach(call -> call.at(item, value));
    calls.results().forEach(call -> call.at(item, value));
  }

  private void fetch(Item first) {
    batch.clear();
    batch.add(first);
    Item next;
    while (batch.size() < most && (next = items.ahead(batch.size() - 1)) != null) {
      batch.add(next);
    }
    most = Math.min(ITEMS_MAX, GROWTH * most);
    Value[][] rows = new Value[batch.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = query.rowOf(new Value[] {new ObjectValue.Stored(batch.get(i), form)});
    }
    if (filtered && !calls.filter().isEmpty()) {
      fetch(calls.filter(), rows, i -> mayPass(query, rows[i]));
    }
    if (!calls.results().isEmpty()) {
      fetch(calls.results(), rows, i -> !filtered || passes(rows[i], i));
    }
  }

  /** Whether an item passes the filter; false if calls that are not made yet decide that. */
  private boolean passes(Value[] row, int item) {
    if (!mayPass(query, row) || !calls.filter().stream().allMatch(call -> call.isFetched(item))) {
      return false;
    }
    moveTo(item, row[0]);
    return query.passes(row);
  }

  private void fetch(List<UserCall> of, Value[][] rows, IntPredicate needed) {
    List<List<Value[]>> given = new ArrayList<>();
    of.forEach(call -> given.add(new ArrayList<>()));
    for (int i = 0; i < rows.length; i++) {
      Value[][] arguments = new Value[of.size()][];
      try {
        query.budget().begin();
        if (needed.test(i)) {
          for (int call = 0; call < arguments.length; call++) {
            arguments[call] = of.get(call).arguments(rows[i]);
          }
        }
      } catch (CosmosException e) {
        // The query fails when, and if, it comes to this item.
        arguments = new Value[of.size()][];
      }
      for (int call = 0; call < arguments.length; call++) {
        given.get(call).add(arguments[call]);
      }
    }
    query.budget().begin();
    for (int call = 0; call < of.size(); call++) {
      of.get(call).fetch(given.get(call));
    }
  }
}
