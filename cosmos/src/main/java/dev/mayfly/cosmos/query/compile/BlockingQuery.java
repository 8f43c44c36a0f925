package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.Query.Collection;
import dev.mayfly.cosmos.query.syntax.Query.Item;
import dev.mayfly.cosmos.query.syntax.Query.Selection;

/** Whether the first result of a query depends on its last row. */
public final class BlockingQuery {
  private BlockingQuery() {}

  public static boolean needsAll(Query query) {
    return query.distinct()
        || !query.groupBy().isEmpty()
        || isAggregated(query.selection())
        || !query.from().isEmpty()
            && query.from().get(0).collection() instanceof Collection.Rows rows
            && needsAll(rows.query());
  }

  private static boolean isAggregated(Selection selection) {
    if (selection instanceof Selection.Single single) {
      return Aggregate.isIn(single.value());
    }
    return selection instanceof Selection.Items items
        && items.items().stream().map(Item::value).anyMatch(Aggregate::isIn);
  }
}
