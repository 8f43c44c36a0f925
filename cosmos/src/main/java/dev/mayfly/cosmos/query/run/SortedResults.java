package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueSet;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sorted results of a query over values that are all in memory. */
final class SortedResults {
  private static final int ROW_BYTES = 128;

  private SortedResults() {}

  private record Keyed(Value[] keys, Value result) {}

  static List<Value> of(CompiledQuery query, List<Value> documents) {
    List<Keyed> rows = new ArrayList<>();
    for (Value document : documents) {
      query.budget().begin();
      Value[] row = query.rowOf(new Value[] {document});
      JoinCursor joins = query.joins(row);
      while (joins.next()) {
        Value result = query.passes(row) ? query.select().evaluate(row) : Value.UNDEFINED;
        if (result.isDefined()) {
          query.budget().keep(result, true, ROW_BYTES);
          rows.add(new Keyed(keys(query, row), result));
        }
      }
    }
    rows.sort(Checkpoint.within(order(query)));
    ValueSet seen = new ValueSet();
    List<Value> results = new ArrayList<>();
    for (Keyed row : rows) {
      if (!query.distinct() || seen.add(row.result())) {
        results.add(row.result());
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
      return 0;
    };
  }
}
