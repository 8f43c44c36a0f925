package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Queries over the results of a query in their FROM. */
final class OuterQueries {
  private OuterQueries() {}

  /** What the queries around the innermost one make of its results. */
  static List<Value> results(CompiledQuery around, CompiledQuery first, List<Value> results) {
    if (around == first) {
      return results;
    }
    List<Value> inner = results(around.inner(), first, results);
    return around.order().isEmpty() ? collected(around, inner) : SortedResults.of(around, inner);
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
}
