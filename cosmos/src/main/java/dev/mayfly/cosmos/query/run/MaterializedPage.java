package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Collector;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.JoinCursor;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.HeapSize;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueSet;
import dev.mayfly.engine.item.Item;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import dev.mayfly.query.buffer.TopRows;
import dev.mayfly.query.cursor.ItemCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** A page of a query whose first result needs all others: they are kept, within its memory. */
final class MaterializedPage {
  private static final int ROW_BYTES = 192;

  private MaterializedPage() {}

  static QueryPage run(PageContext context) {
    if (!context.from().isOf(context.scope().range())) {
      throw QueryError.refused(
          "The continuation token is of a partition key range that was split: begin the query"
              + " again.");
    }
    CompiledQuery first = context.query();
    while (first.inner() != null) {
      first = first.inner();
    }
    PageReadSource reads = context.reads();
    ItemCursor items =
        reads.cursor(
            context.plan().reads(), context.from().place().cursor(), PageContext.WHOLE_BATCH);
    reads.readWhole();
    List<Value> results = new ArrayList<>();
    Collector collector = new Collector(first, CompiledQuery.NO_ROW, results::add);
    Item item;
    while ((item = items.next()) != null) {
      if (context.scope().holds(item)) {
        first.budget().begin();
        first.budget().keep(item.sizeBytes());
        collector.addAll(new Value[] {new ObjectValue.Stored(item, context.form())});
      }
    }
    if (!items.isAtEnd()) {
      throw PageContext.tooManyItems("reads", items);
    }
    collector.finish();
    return context.ofResults(results(context.query(), first, results), items);
  }

  /** A page of a query that reads no items. */
  static QueryPage ofConstant(PageContext context) {
    List<Value> results = new ArrayList<>();
    context.query().budget().begin();
    Collector.run(context.query(), new Value[] {Value.UNDEFINED}, results::add);
    return context.ofResults(results, null);
  }

  /** What the queries around the innermost one make of its results. */
  private static List<Value> results(
      CompiledQuery around, CompiledQuery first, List<Value> results) {
    if (around == first) {
      return results;
    }
    List<Value> inner = results(around.inner(), first, results);
    return around.order().isEmpty() ? collected(around, inner) : sorted(around, inner);
  }

  private static List<Value> collected(CompiledQuery query, List<Value> documents) {
    List<Value> results = new ArrayList<>();
    Collector collector = new Collector(query, CompiledQuery.NO_ROW, results::add);
    for (Value document : documents) {
      query.budget().begin();
      collector.addAll(new Value[] {document});
    }
    collector.finish();
    return results;
  }

  private record Keyed(Value[] keys, long number, Value result) {
    long heapBytes() {
      return ROW_BYTES + HeapSize.of(result);
    }
  }

  private static List<Value> sorted(CompiledQuery query, List<Value> documents) {
    SortBuffer<Keyed> rows =
        new TopRows<>(
            Checkpoint.within(order(query)),
            Long.MAX_VALUE,
            Keyed::heapBytes,
            query.budget()::keep);
    long number = 0;
    for (Value document : documents) {
      query.budget().begin();
      Value[] row = query.rowOf(new Value[] {document});
      JoinCursor joins = query.rows(row);
      while (joins.next()) {
        Value result = query.passes(row) ? query.select().evaluate(row) : Value.UNDEFINED;
        if (result.isDefined()) {
          rows.add(new Keyed(keys(query, row), number++, result));
        }
      }
    }
    ValueSet seen = new ValueSet();
    List<Value> results = new ArrayList<>();
    for (Iterator<Keyed> sorted = rows.sorted(); sorted.hasNext(); ) {
      Value result = sorted.next().result();
      if (!query.distinct() || seen.add(result)) {
        results.add(result);
      }
    }
    return results;
  }

  private static Value[] keys(CompiledQuery query, Value[] row) {
    return query.order().stream().map(key -> key.value().evaluate(row)).toArray(Value[]::new);
  }

  private static Comparator<Keyed> order(CompiledQuery query) {
    return (left, right) -> {
      for (int i = 0; i < query.order().size(); i++) {
        int order = Comparison.order(left.keys()[i], right.keys()[i]);
        if (order != 0) {
          return query.order().get(i).descending() ? -order : order;
        }
      }
      return Long.compare(left.number(), right.number());
    };
  }
}
