package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.FullTextCall;
import dev.mayfly.cosmos.query.compile.RankComponent;
import dev.mayfly.cosmos.query.value.Detached;
import dev.mayfly.cosmos.query.value.HeapSize;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.item.Item;
import dev.mayfly.query.buffer.TopRows;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.ItemCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;

/**
 * A page of ORDER BY RANK RRF: the first items by each score are put together and ordered by their
 * ranks, as clients do it with the answers of several ranges.
 */
final class FusedPage {
  /** What stands for a score that is not defined. */
  private static final double NO_SCORE = -1;

  /** What is added to each rank. */
  private static final double RANK_OFFSET = 60;

  private static final int ROW_BYTES = 256;

  private final PageContext context;
  private final CompiledQuery query;
  private final List<RankComponent> ranks;
  private final long size;
  private final TreeMap<Long, Row> found = new TreeMap<>();
  private ItemCursor items;
  private long retrieved;
  private long retrievedBytes;

  private record Row(long rid, double[] scores, Value result) {
    long heapBytes() {
      return ROW_BYTES + HeapSize.of(result);
    }
  }

  private FusedPage(PageContext context) {
    this.context = context;
    this.query = context.query();
    this.ranks = query.ranks();
    this.size = RankSizes.component(query.offset(), query.limit());
  }

  static QueryPage run(PageContext context) {
    FusedPage page = new FusedPage(context);
    if (!page.rankOnHeap()) {
      page.found.clear();
      page.readAll();
    }
    List<Value> results = page.fused();
    return page.items == null
        ? context.ofResults(results, page.retrieved, page.retrievedBytes)
        : context.ofResults(results, page.items);
  }

  private boolean rankOnHeap() {
    for (RankComponent each : ranks) {
      if (!each.isDescending() || !(each.score() instanceof FullTextCall call)) {
        return false;
      }
      RankedItems ranked = RankedItems.of(context, call, size);
      if (ranked == null || !rank(ranked)) {
        return false;
      }
      retrieved += ranked.retrieved();
      retrievedBytes += ranked.retrievedBytes();
    }
    return true;
  }

  private boolean rank(RankedItems ranked) {
    long[] taken = new long[1];
    return ranked.forEach(
        (item, values) -> {
          if (!found.containsKey(item.rid())) {
            Row row = row(item, values);
            if (row == null) {
              return true;
            }
            query.budget().keep(row.heapBytes());
            found.put(item.rid(), row);
          }
          return ++taken[0] < size;
        });
  }

  private void readAll() {
    List<TopRows<Row>> tops = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      tops.add(new TopRows<>(order(i), size, Row::heapBytes, query.budget()::keep));
    }
    PageReadSource reads = context.reads();
    items = reads.cursor(context.plan().reads(), CursorPosition.START, PageContext.WHOLE_BATCH);
    reads.readWhole();
    FilteredRows rows = context.rows(items);
    Value[] values;
    while ((values = rows.next()) != null) {
      Row row = row(rows.item(), values);
      if (row != null) {
        tops.forEach(top -> top.add(row));
      }
    }
    if (!items.isAtEnd()) {
      throw PageContext.tooManyItems("ranks", items);
    }
    for (TopRows<Row> top : tops) {
      for (Iterator<Row> sorted = top.sorted(); sorted.hasNext(); ) {
        Row row = sorted.next();
        found.put(row.rid(), row);
      }
    }
  }

  /** Null if nothing is selected of the item. */
  private Row row(Item item, Value[] values) {
    double[] scores = new double[ranks.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] =
          ranks.get(i).score().evaluate(values) instanceof NumberValue number
              ? number.asDouble()
              : NO_SCORE;
    }
    Value result = query.select().evaluate(values);
    return result.isDefined() ? new Row(item.rid(), scores, Detached.of(result)) : null;
  }

  private Comparator<Row> order(int component) {
    Comparator<Row> byScore = Comparator.comparingDouble(row -> row.scores()[component]);
    return (ranks.get(component).isDescending() ? byScore.reversed() : byScore)
        .thenComparing(Comparator.comparingLong(Row::rid).reversed());
  }

  private List<Value> fused() {
    List<Row> rows = new ArrayList<>(found.values());
    TreeMap<Long, Double> sums = new TreeMap<>();
    for (int i = 0; i < ranks.size(); i++) {
      int component = i;
      List<Row> sorted = new ArrayList<>(rows);
      sorted.sort(order(component));
      int rank = 0;
      double before = Double.NaN;
      for (Row row : sorted) {
        double score = row.scores()[component];
        rank += score == before ? 0 : 1;
        before = score;
        sums.merge(row.rid(), ranks.get(component).weight() / (RANK_OFFSET + rank), Double::sum);
      }
    }
    // Of equal sums those of the lower numbers come first: the sort keeps their order.
    rows.sort(Comparator.comparingDouble((Row row) -> sums.get(row.rid())).reversed());
    return rows.stream().map(Row::result).toList();
  }
}
