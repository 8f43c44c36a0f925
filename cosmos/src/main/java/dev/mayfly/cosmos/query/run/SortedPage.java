package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Distinctness;
import dev.mayfly.cosmos.query.compile.FullTextCall;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.query.token.SortPosition;
import dev.mayfly.cosmos.query.token.SortedRow;
import dev.mayfly.cosmos.query.token.TieBreakers;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import dev.mayfly.engine.item.Item;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.ItemCursor;
import dev.mayfly.query.cursor.ReadPlan;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A page of a query with ORDER BY, DISTINCT or GROUP BY: the results after a position. In the order
 * of an index it ends with the page; otherwise all items are read and the next results are kept.
 */
final class SortedPage {
  private final PageContext context;
  private final CompiledQuery query;
  private final boolean[] descending;
  private SortPosition after;
  private final Consumer<Item> listener;
  private long tieRid = -1;
  private int tieRow;

  private SortedPage(PageContext context, boolean[] descending, Consumer<Item> listener) {
    this.context = context;
    this.listener = listener;
    this.query = context.query();
    this.descending = descending;
    this.after = context.from().position();
    if (after != null && !after.fits(query.order().size())) {
      throw QueryError.refused("The continuation token belongs to another query.");
    }
  }

  /** A page of a query with ORDER BY or DISTINCT. */
  static QueryPage run(PageContext context) {
    return run(context, item -> {});
  }

  /**
   * The same.
   *
   * @param listener is called with the item of each row that passes the filter
   */
  static QueryPage run(PageContext context, Consumer<Item> listener) {
    List<CompiledQuery.SortKey> order = context.query().order();
    boolean[] descending = new boolean[order.size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = order.get(i).descending();
    }
    return new SortedPage(context, descending, listener).sorted();
  }

  static QueryPage ofGroups(PageContext context) {
    return new SortedPage(context, new boolean[0], item -> {}).grouped();
  }

  /** How many of the next results the OFFSET takes. */
  private long skip() {
    return after == null ? query.offset() : 0;
  }

  private long wanted() {
    return Math.min(context.limits().items(), query.limit() - context.from().emitted());
  }

  private QueryPage grouped() {
    Groups groups = new Groups(query, after == null ? null : after.tie(), skip(), wanted());
    PageReadSource reads = context.reads();
    ItemCursor items = cursor(reads);
    reads.readWhole();
    context.rows(items).forEach(groups::add);
    if (!items.isAtEnd()) {
      throw PageContext.tooManyItems("groups", items);
    }
    SortedRows results =
        new SortedRows(descending, Distinctness.ALL, null, skip(), wanted(), query.budget());
    groups.results(results);
    return sent(results, items);
  }

  private ItemCursor cursor(PageReadSource reads) {
    return reads.cursor(
        context.plan().reads(), context.from().place().cursor(), PageContext.WHOLE_BATCH);
  }

  private QueryPage sorted() {
    if (after != null && after.cut()) {
      after = whole(after);
    }
    QueryPage ranked = ranked();
    if (ranked != null) {
      return ranked;
    }
    SortedRows rows = sortedRows();
    if (isOrdered()) {
      QueryPage ordered = rows.needsFirstPass() ? null : ordered();
      if (ordered != null) {
        return ordered;
      }
      context.abandonOrder();
    }
    if (rows.needsFirstPass()) {
      PageReadSource reads = context.reads();
      forEachRow(
          reads,
          cursor(reads),
          row -> {
            rows.addFirstPass(row);
            return true;
          });
    }
    PageReadSource reads = context.reads();
    ItemCursor items = cursor(reads);
    forEachRow(
        reads,
        items,
        row -> {
          rows.add(row);
          return true;
        });
    if (!items.isAtEnd()) {
      throw PageContext.tooManyItems("sorts", items);
    }
    return sent(rows, items);
  }

  /** In the order of a score that is known without reading items; null if it is not. */
  private QueryPage ranked() {
    if (query.order().size() != 1
        || query.distinct()
        || !descending[0]
        || !(query.order().get(0).value() instanceof FullTextCall call)
        || !call.isScore()) {
      return null;
    }
    long sent = context.from().emitted() + (after == null ? 0 : query.offset());
    RankedItems items = RankedItems.of(context, call, sent + skip() + Math.max(0, wanted()) + 1);
    if (items == null) {
      return null;
    }
    SortedRows rows = sortedRows();
    tieRid = -1;
    long[] number = new long[1];
    boolean whole =
        items.forEach(
            (item, row) -> {
              Value result = query.select().evaluate(row);
              if (result.isDefined()) {
                if (rows.isFull()) {
                  rows.cutOff();
                  return false;
                }
                rows.add(sortedRow(item, row, result, number[0]++));
              }
              return true;
            });
    return whole
        ? sent(
            rows,
            token ->
                context.finish(
                    token,
                    context.reading().chargeCentiRu(),
                    items.retrieved(),
                    items.retrievedBytes()))
        : null;
  }

  private boolean isOrdered() {
    return context.plan().order() != null;
  }

  private SortedRows sortedRows() {
    return new SortedRows(
        descending, query.distinctness(), after, skip(), wanted(), query.budget());
  }

  /** In the order of an index, up to a group after which the page is full; null if that is far. */
  private QueryPage ordered() {
    IndexOrder order = context.plan().order();
    SortedRows rows = sortedRows();
    PageReadSource reads = context.reads();
    long reach = skip() + Math.max(0, wanted());
    ItemCursor items =
        reads.cursor(context.plan().with(order.ranges(after)), CursorPosition.START, 1 + reach);
    items.readAtMost(context.choice().itemsMax());
    SortedRow[] last = new SortedRow[1];
    boolean whole =
        forEachRow(
            reads,
            items,
            row -> {
              if (last[0] != null && rows.isFull() && !order.isSameGroup(last[0], row)) {
                rows.cutOff();
                return false;
              }
              rows.add(row);
              last[0] = row;
              return true;
            });
    if (whole && !items.isAtEnd()) {
      context.addIndexNanos(items.indexNanos());
      return null;
    }
    return sent(rows, items);
  }

  /**
   * The whole position of which only the beginning was sent; found from the results still there.
   */
  private SortPosition whole(SortPosition cut) {
    SortedRow[] best = new SortedRow[1];
    int[] bestAnchor = {Integer.MAX_VALUE};
    AccessPlan plan = context.plan();
    ReadPlan group = isOrdered() ? plan.with(plan.order().groupRanges(cut)) : plan.reads();
    PageReadSource reads = context.reads();
    forEachRow(
        reads,
        reads.cursor(group, CursorPosition.START, PageContext.WHOLE_BATCH),
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

  /** Passes all rows on, until one is the last that is needed; false if one was. */
  private boolean forEachRow(PageReadSource reads, ItemCursor items, Predicate<SortedRow> more) {
    reads.readWhole();
    FilteredRows rows = context.rows(items);
    tieRid = -1;
    long number = 0;
    Value[] row;
    while ((row = rows.next()) != null) {
      Value result = query.select().evaluate(row);
      SortedRow sorted = result.isDefined() ? sortedRow(rows.item(), row, result, number++) : null;
      if (sorted == null) {
        continue;
      }
      listener.accept(rows.item());
      if (!more.test(sorted)) {
        return false;
      }
    }
    return true;
  }

  /** The row with its keys; null if it has no place in the order: without a vector, say. */
  private SortedRow sortedRow(Item item, Value[] row, Value result, long number) {
    Value[] keys = new Value[query.order().size()];
    for (int i = 0; i < keys.length; i++) {
      CompiledQuery.SortKey key = query.order().get(i);
      keys[i] = key.value().evaluate(row);
      if (key.vector() != null && !keys[i].isDefined()) {
        return null;
      }
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
    return TieBreakers.ofRow(item.rid(), tieRow++);
  }

  private QueryPage sent(SortedRows sorted, ItemCursor items) {
    return sent(sorted, token -> context.finish(token, items));
  }

  private QueryPage sent(SortedRows sorted, Function<QueryToken, QueryPage> finish) {
    PageBody page = context.page();
    if (sorted.isWholeWithoutOrder()) {
      List<SortedRow> found = sorted.found();
      if (fill(page, found, sorted.begin(found)) == found.size()) {
        return finish.apply(null);
      }
      page.clear();
    }
    List<SortedRow> rows = sorted.rows();
    int next = fill(page, rows, sorted.begin(rows));
    long emitted = context.from().emitted() + page.count();
    boolean more = (next < rows.size() || sorted.hasMore()) && emitted < query.limit();
    if (!more || next == 0) {
      return finish.apply(null);
    }
    SortPosition position = SortPosition.after(rows.subList(0, next), descending);
    return finish.apply(
        new QueryToken(
            context.from().owner(),
            query.offset(),
            emitted,
            PagePosition.START,
            List.of(),
            position));
  }

  /** Fills the page with the rows from one on; returns the number of the next one. */
  private static int fill(PageBody page, List<SortedRow> rows, int begin) {
    int next = begin;
    while (next < rows.size() && !page.isFull()) {
      Value result = rows.get(next++).result();
      if (result.isDefined()) {
        page.add(result);
      }
    }
    return next;
  }
}
