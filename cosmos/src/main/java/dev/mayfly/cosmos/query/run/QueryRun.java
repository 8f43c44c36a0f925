package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.query.memory.RequestMemory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Runs one page of a query over the items of a container. */
public final class QueryRun {
  /** What needs all items reads so many of them at once. */
  private static final int WHOLE_BATCH = 1000;

  private final Container container;
  private final Function<Item, byte[]> form;
  private final CompiledQuery query;
  private final Scope scope;
  private final Parameters parameters;
  private final boolean begins;
  private final boolean filtered;
  private final QueryToken from;
  private final PageBody page;
  private final PageLimits limits;
  private final RequestMemory memory;
  private final LongFunction<Reading> begin;
  private Reading reading;
  private ReadPlan plan;
  private IndexPlanner.Choice choice;
  private long indexNanos;
  private long loadNanos;
  private long tieRid = -1;
  private int tieRow;

  /**
   * @param form what a query sees of an item
   * @param check which query this is, for its tokens
   * @param token from the page before, or null
   * @param resumption where a client wants to go on without one, or null
   * @param memory is charged with what the page holds while it is made
   * @param begin begins the reading of what is asked for, with the time until which it may go on
   */
  public QueryRun(
      Container container,
      Function<Item, byte[]> form,
      CompiledQuery query,
      Parameters parameters,
      Scope scope,
      int check,
      String token,
      Resumption resumption,
      PageLimits limits,
      RequestMemory memory,
      LongFunction<Reading> begin) {
    this.memory = requireNonNull(memory, "memory");
    this.container = requireNonNull(container, "container");
    this.form = requireNonNull(form, "form");
    this.query = requireNonNull(query, "query");
    this.parameters = requireNonNull(parameters, "parameters");
    this.scope = requireNonNull(scope, "scope");
    this.begins = token == null;
    this.plan = ReadPlanner.plan(query, parameters, scope);
    this.filtered = !(plan instanceof ReadPlan.Points points && points.exact());
    QueryToken.Owner owner = QueryToken.Owner.of(check, container);
    QueryToken start =
        resumption == null
            ? QueryToken.start(owner)
            : resumption.start(owner, container, query.order());
    this.from = token == null ? start : QueryToken.decode(token, owner);
    this.page = new PageBody(Directory.rid(container), limits.items());
    this.limits = limits;
    this.begin = requireNonNull(begin, "begin");
  }

  /** Whether a query can be answered by looking into one partition only. */
  public static boolean isOnePartition(CompiledQuery query, Parameters parameters, Scope scope) {
    return query.constant() || ReadPlanner.isOnePartition(query, parameters, scope.definition());
  }

  /** Reads the page, and then asks for the indexes that it would have liked to use. */
  public QueryPage page() {
    try {
      return read();
    } finally {
      if (choice != null) {
        choice.use().potential().forEach(each -> container.wantIndex(each.parts(), each.arrays()));
      }
    }
  }

  private QueryPage read() {
    if (WholeCount.isAsked(query, scope) && from.states().isEmpty()) {
      return countOfAll();
    }
    reading = begin.apply(limits.pageEnd());
    query.budget().chargeTo(memory);
    query.budget().endAt(limits.wholeEnd());
    if (query.constant()) {
      return constant();
    }
    choose();
    if (query.inner() != null || query.isGrouped() && query.distinct()) {
      return whole();
    } else if (query.isGrouped()) {
      return grouped();
    } else if (query.isAggregated()) {
      return aggregated();
    }
    return query.isStreamed() ? streamed() : sorted();
  }

  private void choose() {
    long reach = reach(query.offset());
    choice = IndexPlanner.choose(query, parameters, container, reading, plan, from, begins, reach);
    plan = choice.plan();
  }

  private QueryPage constant() {
    List<Value> results = new ArrayList<>();
    query.budget().begin();
    Collector.run(query, new Value[] {Value.UNDEFINED}, results::add);
    return ofResults(results, reading.chargeCentiRu(), 0, 0);
  }

  /** Sends those of all results that the pages before have not sent. */
  private QueryPage ofResults(List<Value> results, long charge, long items, long bytes) {
    long next = query.offset() + from.emitted();
    long emitted = from.emitted();
    while (next < results.size() && emitted < query.limit() && !page.isFull()) {
      page.add(results.get((int) next++));
      emitted++;
    }
    boolean done = next >= results.size() || emitted >= query.limit();
    return finish(
        done
            ? null
            : new QueryToken(from.owner(), query.offset(), emitted, Place.START, List.of(), null),
        charge,
        items,
        bytes);
  }

  /** A query whose first result needs all others: they are kept, and must not be too many. */
  private QueryPage whole() {
    CompiledQuery first = query;
    while (first.inner() != null) {
      first = first.inner();
    }
    ItemCursor items = cursor(WHOLE_BATCH);
    items.readWhole(limits.wholeEnd());
    List<Value> results = new ArrayList<>();
    Collector collector = new Collector(first, CompiledQuery.NO_ROW, results::add);
    Item item;
    while ((item = items.next()) != null) {
      if (scope.holds(item)) {
        first.budget().begin();
        first.budget().keep(item.sizeBytes());
        collector.addAll(new Value[] {new ObjectValue.Stored(item, form)});
      }
    }
    if (!items.isDone()) {
      throw items.tooMuch("looks at");
    }
    collector.finish();
    results = OuterQueries.results(query, first, results);
    loadNanos += items.nanos();
    return ofResults(results, reading.chargeCentiRu(), items.items(), items.bytes());
  }

  private QueryPage streamed() {
    long skipped = from.skipped();
    long emitted = from.emitted();
    long most = Math.min(limits.items(), query.limit() - emitted);
    ItemCursor items = cursor(query.offset() - skipped + most);
    ItemRows rows = rows(items);
    rows.stopAt(limits.pageEnd());
    while (emitted < query.limit() && !page.isFull()) {
      Value[] row = rows.next();
      if (row == null) {
        break;
      }
      Value result = query.select().evaluate(row);
      rows.taken();
      if (result.isDefined()) {
        if (skipped < query.offset()) {
          skipped++;
        } else {
          page.add(result);
          emitted++;
        }
      }
    }
    boolean done = rows.isDone() || emitted >= query.limit();
    return finish(
        done ? null : new QueryToken(from.owner(), skipped, emitted, rows.place(), List.of(), null),
        items);
  }

  private ItemCursor cursor(long wanted) {
    long batch = query.isStreamed() ? wanted : WHOLE_BATCH;
    return cursor(plan, from.place(), batch);
  }

  private ItemCursor cursor(ReadPlan by, Place start, long batch) {
    return new ItemCursor(container, reading, by, start, batch, limits.wholeEnd());
  }

  private ItemRows rows(ItemCursor items) {
    return new ItemRows(query, items, form, scope, filtered, from.place().within());
  }

  private QueryPage aggregated() {
    Group group =
        from.states().isEmpty()
            ? new Group(query, CompiledQuery.NO_ROW)
            : new Group(query, CompiledQuery.NO_ROW, from.states());
    if (group.states().size() != query.aggregates().size()) {
      throw QueryError.refused("The continuation token belongs to another query.");
    }
    Place start = from.place();
    if (choice.counted()) {
      IndexedCount count = new IndexedCount(reading, (ReadPlan.Index) plan, start);
      count.run();
      group = group.counted(count.items());
      start = count.place();
    }
    ItemCursor items = cursor(plan, start, WHOLE_BATCH);
    ItemRows rows = rows(items);
    rows.stopAt(limits.pageEnd());
    while (true) {
      rows.forEach(group::add);
      if (rows.isDone()) {
        break;
      } else if (group.states().stream().allMatch(Aggregate.State::isShort)) {
        return finish(
            new QueryToken(from.owner(), 0, 0, rows.place(), group.states(), null), items);
      } else if (limits.isWholeOver()) {
        throw items.tooMuch("aggregates");
      } else {
        rows.neverStop();
        items.readWhole(limits.wholeEnd());
      }
    }
    addResult(group);
    return finish(null, items);
  }

  private QueryPage countOfAll() {
    Aggregate.State counted = new Aggregate.State(container.count(), 0, Value.UNDEFINED, false);
    List<Aggregate.State> states = Collections.nCopies(query.aggregates().size(), counted);
    addResult(new Group(query, CompiledQuery.NO_ROW, states));
    return finish(null, Charges.queryPage(0), 0, 0);
  }

  /** Adds the one result of a query that has no more. */
  private void addResult(Group group) {
    query.budget().begin();
    Value result = group.result(CompiledQuery.NO_ROW);
    if (result.isDefined() && query.offset() == 0 && query.limit() > 0) {
      page.add(result);
    }
  }

  private QueryPage grouped() {
    SortPosition after = position();
    long skip = after == null ? query.offset() : 0;
    long wanted = Math.min(limits.items(), query.limit() - from.emitted());
    Groups groups = new Groups(query, after == null ? null : after.tie(), skip + wanted);
    ItemCursor items = cursor(WHOLE_BATCH);
    items.readWhole(limits.wholeEnd());
    rows(items).forEach(groups::add);
    if (!items.isDone()) {
      throw items.tooMuch("groups");
    }
    SortedRows results =
        new SortedRows(
            new boolean[0], SortedRows.Distinctness.ALL, null, skip, wanted, query.budget());
    groups.results(results);
    return sent(results, skip, new boolean[0], items);
  }

  private SortPosition position() {
    SortPosition after = from.position();
    if (after != null && !after.fits(query.order().size())) {
      throw QueryError.refused("The continuation token belongs to another query.");
    }
    return after;
  }

  private QueryPage sorted() {
    SortPosition after = position();
    boolean[] descending = new boolean[query.order().size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = query.order().get(i).descending();
    }
    if (after != null && after.cut()) {
      after = whole(after, descending);
    }
    SortedRows rows = sortedRows(after, descending);
    if (plan instanceof ReadPlan.Index index && index.order() != null) {
      QueryPage ordered = rows.looksFirst() ? null : ordered(index, after, descending);
      if (ordered != null) {
        return ordered;
      }
      plan = choice.otherwise();
    }
    if (rows.looksFirst()) {
      forEachRow(
          cursor(WHOLE_BATCH),
          row -> {
            rows.look(row);
            return true;
          });
    }
    long skip = after == null ? query.offset() : 0;
    ItemCursor items = cursor(WHOLE_BATCH);
    forEachRow(
        items,
        row -> {
          rows.add(row);
          return true;
        });
    if (!items.isDone()) {
      throw items.tooMuch("sorts");
    }
    return sent(rows, skip, descending, items);
  }

  private SortedRows sortedRows(SortPosition after, boolean[] descending) {
    long skip = after == null ? query.offset() : 0;
    long wanted = Math.min(limits.items(), query.limit() - from.emitted());
    return new SortedRows(descending, query.distinctness(), after, skip, wanted, query.budget());
  }

  /** In the order of an index, up to a group after which the page is full; null if that is far. */
  private QueryPage ordered(ReadPlan.Index by, SortPosition after, boolean[] descending) {
    SortedRows rows = sortedRows(after, descending);
    long skip = after == null ? query.offset() : 0;
    ItemCursor items = cursor(by.with(by.order().ranges(after)), Place.START, 1 + reach(skip));
    items.readAtMost(choice.itemsMax());
    SortedRow[] last = new SortedRow[1];
    boolean whole =
        forEachRow(
            items,
            row -> {
              if (last[0] != null && rows.isFull() && !by.order().isSameGroup(last[0], row)) {
                rows.cutOff();
                return false;
              }
              rows.add(row);
              last[0] = row;
              return true;
            });
    if (whole && !items.isDone()) {
      indexNanos += items.indexNanos();
      return null;
    }
    return sent(rows, skip, descending, items);
  }

  private long reach(long skip) {
    return skip + Math.max(0, Math.min(limits.items(), query.limit() - from.emitted()));
  }

  /** The position that a cut one stands for, if a result is still there that knows. */
  private SortPosition whole(SortPosition cut, boolean[] descending) {
    SortedRow[] best = new SortedRow[1];
    int[] bestAnchor = {Integer.MAX_VALUE};
    boolean ordered = plan instanceof ReadPlan.Index index && index.order() != null;
    ItemCursor items = cursor(ordered ? group(cut) : plan, Place.START, WHOLE_BATCH);
    forEachRow(
        items,
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

  private ReadPlan group(SortPosition position) {
    ReadPlan.Index index = (ReadPlan.Index) plan;
    return index.with(index.order().groupRanges(position));
  }

  /** Looks at all rows, until one is the last that is wanted; false if one was. */
  private boolean forEachRow(ItemCursor items, Predicate<SortedRow> more) {
    items.readWhole(limits.wholeEnd());
    ItemRows rows = rows(items);
    tieRid = -1;
    long number = 0;
    Value[] row;
    while ((row = rows.next()) != null) {
      Value result = query.select().evaluate(row);
      if (result.isDefined() && !more.test(sortedRow(rows.item(), row, result, number++))) {
        return false;
      }
    }
    return true;
  }

  private SortedRow sortedRow(Item item, Value[] row, Value result, long number) {
    Value[] keys = new Value[query.order().size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = query.order().get(i).value().evaluate(row);
    }
    int sizeBytes = item.sizeBytes() + (int) query.budget().used();
    return new SortedRow(keys, tie(item, result), result, number, sizeBytes);
  }

  /** What orders results with the same keys: the item's number and which of its rows it is. */
  private byte[] tie(Item item, Value result) {
    if (query.distinct()) {
      return ValueHash.of(result);
    }
    if (item.rid() != tieRid) {
      tieRid = item.rid();
      tieRow = 0;
    }
    return Ties.ofRow(item.rid(), tieRow++);
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
      Value result = rows.get(next++).result();
      if (result.isDefined()) {
        page.add(result);
      }
    }
    return next;
  }

  private QueryPage finish(QueryToken token, ItemCursor items) {
    indexNanos += items.indexNanos();
    loadNanos += items.nanos();
    return finish(token, reading.chargeCentiRu(), items.items(), items.bytes());
  }

  private QueryPage finish(QueryToken token, long charge, long retrieved, long retrievedBytes) {
    long count = page.count();
    return new QueryPage(
        page.toByteArray(),
        count,
        token == null ? null : token.by(plan.signature()).encode(),
        charge,
        retrieved,
        retrievedBytes,
        loadNanos,
        indexNanos,
        choice == null ? IndexUse.NONE : choice.use());
  }
}
