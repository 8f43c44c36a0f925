package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.ru.Charges;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Runs one page of a query over the items of a container. */
public final class QueryRun {
  /** A query that keeps few of the items reads more of them at once than it wants. */
  private static final int FILTERED_BATCH = 1000;

  private final Container container;
  private final Function<Item, byte[]> form;
  private final CompiledQuery query;
  private final Scope scope;
  private final ReadPlan plan;
  private final boolean filtered;
  private final QueryToken from;
  private final PageBody page;
  private final PageLimits limits;
  private Reading reading;

  /**
   * @param form what a query sees of an item
   * @param check which query this is, for its tokens
   * @param token from the page before, or null
   */
  public QueryRun(
      Container container,
      Function<Item, byte[]> form,
      CompiledQuery query,
      Parameters parameters,
      Scope scope,
      int check,
      String token,
      PageLimits limits) {
    this.container = requireNonNull(container, "container");
    this.form = requireNonNull(form, "form");
    this.query = requireNonNull(query, "query");
    this.scope = requireNonNull(scope, "scope");
    this.plan = ReadPlanner.plan(query, parameters, scope);
    this.filtered = !(plan instanceof ReadPlan.Points points && points.exact());
    QueryToken.Owner owner = QueryToken.Owner.of(check, container);
    this.from = token == null ? QueryToken.start(owner) : QueryToken.decode(token, owner);
    this.page = new PageBody(Directory.rid(container), limits.items());
    this.limits = limits;
  }

  /** Whether a query can be answered by looking into one partition only. */
  public static boolean isOnePartition(CompiledQuery query, Parameters parameters, Scope scope) {
    return query.isConstant() || ReadPlanner.isOnePartition(query, parameters, scope.definition());
  }

  public QueryPage page() {
    if (query.isAggregated() && isCountOfAll()) {
      return countOfAll();
    }
    reading = container.beginQuery(limits.pageEnd());
    if (query.isConstant()) {
      return constant();
    } else if (query.isAggregated()) {
      return aggregated();
    }
    return query.isStreamed() ? streamed() : sorted();
  }

  private QueryPage constant() {
    Value[] row = query.onlyRow();
    if (query.isAggregated()) {
      List<Aggregate.State> states = startStates();
      addResult(results(row == null ? states : added(states, row)));
    } else if (row != null) {
      addResult(row);
    }
    return finish(null, reading.chargeCentiRu(), 0, 0);
  }

  private QueryPage streamed() {
    long skipped = from.skipped();
    long emitted = from.emitted();
    ItemCursor items = cursor(query.offset() - skipped + limits.items());
    while (emitted < query.limit() && !page.isFull()) {
      Item item = items.next();
      if (item == null) {
        break;
      }
      Value[] row = row(item);
      Value result = row == null ? Value.UNDEFINED : query.select().evaluate(row);
      if (result.isDefined()) {
        if (skipped < query.offset()) {
          skipped++;
        } else {
          page.add(result);
          emitted++;
        }
      }
    }
    boolean done = items.isDone() || emitted >= query.limit();
    return finish(
        done
            ? null
            : new QueryToken(from.owner(), skipped, emitted, items.place(), List.of(), null),
        items);
  }

  private ItemCursor cursor(long wanted) {
    boolean all = query.where() == null || plan instanceof ReadPlan.Points;
    long batch = all && query.isStreamed() ? wanted : FILTERED_BATCH;
    return new ItemCursor(container, reading, plan, from.place(), batch);
  }

  private Value[] row(Item item) {
    byte[] document = form.apply(item);
    return scope.holds(document) ? query.row(document, filtered) : null;
  }

  private QueryPage aggregated() {
    List<Aggregate.State> states = from.states().isEmpty() ? startStates() : from.states();
    if (states.size() != query.aggregates().size()) {
      throw QueryError.refused("The continuation token belongs to another query.");
    }
    ItemCursor items = cursor(FILTERED_BATCH);
    while (true) {
      Item item = items.next();
      if (item != null) {
        Value[] row = row(item);
        states = row == null ? states : added(states, row);
      } else if (items.isDone()) {
        break;
      } else if (states.stream().allMatch(Aggregate.State::isShort)) {
        return finish(new QueryToken(from.owner(), 0, 0, items.place(), states, null), items);
      } else if (limits.isWholeOver()) {
        throw tooMuch("aggregates", items);
      } else {
        items.readWhole(limits.wholeEnd());
      }
    }
    addResult(results(states));
    return finish(null, items);
  }

  private static RuntimeException tooMuch(String verb, ItemCursor items) {
    return QueryError.refused(
        "The query "
            + verb
            + " more items than this server can look at in one request ("
            + items.items()
            + " so far): narrow it with a filter on the partition key.");
  }

  /** Whether the container knows the answer without a look at its items. */
  private boolean isCountOfAll() {
    return query.where() == null
        && query.rootAlias() != null
        && scope.isAll()
        && from.states().isEmpty()
        && query.aggregates().stream().allMatch(Aggregate::countsRows);
  }

  private QueryPage countOfAll() {
    Value[] results = new Value[query.aggregates().size()];
    Arrays.fill(results, Value.of(container.count()));
    addResult(results);
    return finish(null, Charges.queryPage(0), 0, 0);
  }

  private List<Aggregate.State> startStates() {
    return query.aggregates().stream().map(aggregate -> Aggregate.State.START).toList();
  }

  private List<Aggregate.State> added(List<Aggregate.State> states, Value[] row) {
    List<Aggregate.State> next = new ArrayList<>(states.size());
    for (int i = 0; i < states.size(); i++) {
      next.add(query.aggregates().get(i).add(states.get(i), row));
    }
    return next;
  }

  private Value[] results(List<Aggregate.State> states) {
    query.budget().begin();
    Value[] results = new Value[states.size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = query.aggregates().get(i).result(states.get(i));
    }
    return results;
  }

  /** Adds the one result of a query that has no more. */
  private void addResult(Value[] row) {
    Value result = query.select().evaluate(row);
    if (result.isDefined() && query.offset() == 0 && query.limit() > 0) {
      page.add(result);
    }
  }

  private QueryPage sorted() {
    SortPosition after = from.position();
    if (after != null && !after.fits(query.order().size())) {
      throw QueryError.refused("The continuation token belongs to another query.");
    }
    boolean[] descending = new boolean[query.order().size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = query.order().get(i).descending();
    }
    if (after != null && after.cut()) {
      after = whole(after, descending);
    }
    long skip = after == null ? query.offset() : 0;
    long wanted = Math.min(limits.items(), query.limit() - from.emitted());
    SortedRows rows = new SortedRows(descending, query.distinct(), after, skip, wanted);
    ItemCursor items =
        forEachRow(
            row -> {
              rows.add(row);
              return true;
            });
    return sent(rows, skip, descending, items);
  }

  /** The position that a cut one stands for, if a result is still there that knows. */
  private SortPosition whole(SortPosition cut, boolean[] descending) {
    SortedRow[] best = new SortedRow[1];
    int[] bestAnchor = {Integer.MAX_VALUE};
    forEachRow(
        row -> {
          int anchor = cut.anchorOf(row, descending);
          if (anchor >= 0 && anchor < bestAnchor[0]) {
            bestAnchor[0] = anchor;
            best[0] = row;
          }
          return anchor != 0;
        });
    return best[0] == null ? cut : SortPosition.at(best[0]);
  }

  /** Looks at all rows, until one is the last that is wanted. */
  private ItemCursor forEachRow(Predicate<SortedRow> more) {
    ItemCursor items = cursor(FILTERED_BATCH);
    items.readWhole(limits.wholeEnd());
    Item item;
    while ((item = items.next()) != null) {
      SortedRow row = sortedRow(item, items.items());
      if (row != null && !more.test(row)) {
        return items;
      }
    }
    if (!items.isDone()) {
      throw tooMuch("sorts", items);
    }
    return items;
  }

  /** What an item gives to sort, or null. */
  private SortedRow sortedRow(Item item, long number) {
    Value[] row = row(item);
    Value result = row == null ? Value.UNDEFINED : query.select().evaluate(row);
    if (!result.isDefined()) {
      return null;
    }
    Value[] keys = new Value[query.order().size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = query.order().get(i).value().evaluate(row);
    }
    byte[] tie =
        query.distinct()
            ? ValueHash.of(result)
            : ByteBuffer.allocate(Long.BYTES).putLong(item.rid()).array();
    int sizeBytes = item.sizeBytes() + (int) query.budget().used();
    return new SortedRow(keys, tie, result, number, sizeBytes);
  }

  private QueryPage sent(SortedRows sorted, long skip, boolean[] descending, ItemCursor items) {
    if (sorted.isWholeWithoutOrder()) {
      List<SortedRow> found = sorted.found();
      if (filled(found, skip) == found.size()) {
        return finish(null, items);
      }
      page.clear();
    }
    List<SortedRow> rows = sorted.rows();
    int next = filled(rows, skip);
    long emitted = from.emitted() + page.count();
    boolean more = (next < rows.size() || sorted.hasMore()) && emitted < query.limit();
    if (!more || next == 0) {
      return finish(null, items);
    }
    SortPosition position = SortPosition.after(rows.subList(0, next), descending);
    return finish(
        new QueryToken(from.owner(), query.offset(), emitted, Place.START, List.of(), position),
        items);
  }

  /** Fills the page with rows after the first so many, and tells which is the next. */
  private int filled(List<SortedRow> rows, long skip) {
    int next = (int) Math.min(skip, rows.size());
    while (next < rows.size() && !page.isFull()) {
      page.add(rows.get(next++).result());
    }
    return next;
  }

  private QueryPage finish(QueryToken token, ItemCursor items) {
    return finish(token, reading.chargeCentiRu(), items.items(), items.bytes());
  }

  private QueryPage finish(QueryToken token, long charge, long retrieved, long retrievedBytes) {
    long count = page.count();
    return new QueryPage(
        page.toByteArray(),
        count,
        token == null ? null : token.encode(),
        charge,
        retrieved,
        retrievedBytes);
  }
}
