package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Group;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.ItemCursor;
import dev.mayfly.query.cursor.ReadPlan;

/** A page of a query with aggregates and no groups: one result, or a token with their states. */
final class AggregatedPage {
  private AggregatedPage() {}

  static QueryPage run(PageContext context) {
    QueryToken from = context.from();
    Group group = group(context.query(), from);
    CursorPosition start = from.place().cursor();
    if (context.choice().counted()) {
      IndexCounter count =
          new IndexCounter(context.reading(), (ReadPlan.Indexes) context.plan().reads(), start);
      count.run();
      group = group.counted(count.items());
      start = count.position();
    }
    PageReadSource reads = context.reads();
    ItemCursor items = reads.cursor(context.plan().reads(), start, PageContext.WHOLE_BATCH);
    FilteredRows rows = context.rows(items);
    rows.stopAt(context.limits().pageEnd());
    while (true) {
      rows.forEach(group::add);
      if (rows.isDone()) {
        break;
      } else if (group.states().stream().allMatch(Aggregate.State::isShort)) {
        return context.finish(
            new QueryToken(from.owner(), 0, 0, rows.place(), group.states(), null), items);
      } else if (context.limits().isWholeOver()) {
        throw PageContext.tooManyItems("aggregates", items);
      } else {
        rows.neverStop();
        reads.readWhole();
      }
    }
    context.addResult(group);
    return context.finish(null, items);
  }

  private static Group group(CompiledQuery query, QueryToken from) {
    Group group =
        from.states().isEmpty()
            ? new Group(query, CompiledQuery.NO_ROW)
            : new Group(query, CompiledQuery.NO_ROW, from.states());
    if (group.states().size() != query.aggregates().size()) {
      throw QueryError.refused("The continuation token belongs to another query.");
    }
    return group;
  }
}
