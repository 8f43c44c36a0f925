package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.query.cursor.ItemCursor;
import java.util.List;

/** A page of a query that sends results as it finds them. */
final class StreamedPage {
  private StreamedPage() {}

  static QueryPage run(PageContext context) {
    CompiledQuery query = context.query();
    QueryToken from = context.from();
    PageBody page = context.page();
    long skipped = from.skipped();
    long emitted = from.emitted();
    long most = Math.min(context.limits().items(), query.limit() - emitted);
    ItemCursor items =
        context
            .reads()
            .cursor(context.plan().reads(), from.place().cursor(), query.offset() - skipped + most);
    FilteredRows rows = context.rows(items);
    rows.stopAt(context.limits().pageEnd());
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
    boolean done =
        emitted >= query.limit()
            || rows.isDone()
            || page.isFull() && !mayFollow(context, rows.place());
    return context.finish(
        done ? null : new QueryToken(from.owner(), skipped, emitted, rows.place(), List.of(), null),
        items);
  }

  /**
   * Whether a result may follow a full page, so that the last page has no continuation. It costs
   * the user nothing, since the next page would read the same rows again; so it reads a few only,
   * and where they do not decide it assumes that a result follows.
   */
  private static boolean mayFollow(PageContext context, PagePosition place) {
    Reading reading;
    try {
      reading = context.container().beginUncharged(System.nanoTime());
    } catch (EngineException e) {
      // The throughput is spent, for one.
      return true;
    }
    ItemCursor items =
        new PageReadSource(context.container(), reading, context.limits())
            .probe(context.plan().reads(), place);
    FilteredRows rows = context.rows(items, place.within());
    Value[] row;
    while ((row = rows.next()) != null) {
      if (context.query().select().evaluate(row).isDefined()) {
        return true;
      }
    }
    return !rows.isDone();
  }
}
