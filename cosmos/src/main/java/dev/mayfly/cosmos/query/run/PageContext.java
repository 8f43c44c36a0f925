package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Group;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.query.cursor.ItemCursor;
import dev.mayfly.query.plan.Explanation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** What the executors of a page have in common: the query, what it reads with, and the page. */
final class PageContext {
  /** What needs all items reads so many of them at once. */
  static final int WHOLE_BATCH = 1000;

  private final Container container;
  private final Function<Item, byte[]> form;
  private final CompiledQuery query;
  private final Scope scope;
  private final QueryToken from;
  private final PageBody page;
  private final PageLimits limits;
  private final Reading reading;
  private final AccessPlanner.Choice choice;
  private AccessPlan plan;
  private long indexNanos;
  private long loadNanos;
  private final Set<String> searched = new TreeSet<>();

  /**
   * @param form what a query sees of an item
   * @param from where the page begins
   * @param choice how to read; null if nothing is read
   */
  PageContext(
      Container container,
      Function<Item, byte[]> form,
      CompiledQuery query,
      Scope scope,
      QueryToken from,
      PageBody page,
      PageLimits limits,
      Reading reading,
      AccessPlanner.Choice choice) {
    this.container = container;
    this.form = form;
    this.query = query;
    this.scope = scope;
    this.from = from;
    this.page = page;
    this.limits = limits;
    this.reading = reading;
    this.choice = choice;
    this.plan = choice == null ? null : choice.plan();
  }

  Container container() {
    return container;
  }

  CompiledQuery query() {
    return query;
  }

  Scope scope() {
    return scope;
  }

  Function<Item, byte[]> form() {
    return form;
  }

  QueryToken from() {
    return from;
  }

  PageBody page() {
    return page;
  }

  PageLimits limits() {
    return limits;
  }

  Reading reading() {
    return reading;
  }

  AccessPlanner.Choice choice() {
    return choice;
  }

  AccessPlan plan() {
    return plan;
  }

  /** Notes that a full text or vector index has ranked the items. */
  void addSearched(List<String> path) {
    searched.add(IndexNames.ofSearch(path));
  }

  /** Reads without the index whose order was of no use. */
  void abandonOrder() {
    plan = choice.otherwise();
  }

  void addIndexNanos(long nanos) {
    indexNanos += nanos;
  }

  PageReadSource reads() {
    return new PageReadSource(container, reading, limits);
  }

  FilteredRows rows(ItemCursor items) {
    return rows(items, from.place().within());
  }

  /**
   * @param within where to resume in the first item, or null
   */
  FilteredRows rows(ItemCursor items, PagePosition.Within within) {
    return new FilteredRows(query, items, form, scope, !plan.exact(), within);
  }

  /** The error of a query that needs all items and had no time for them. */
  static RuntimeException tooManyItems(String verb, ItemCursor items) {
    RuntimeException paused = RowBudget.paused();
    return paused != null
        ? paused
        : QueryError.refused(
            "The query "
                + verb
                + " more items than this server can read in one request ("
                + items.items()
                + " so far): narrow it with a filter on the partition key.");
  }

  /** Adds the results that earlier pages have not sent, of a list of all. */
  QueryPage ofResults(List<Value> results, ItemCursor items) {
    QueryToken token = addResults(results);
    return items == null ? finish(token, reading.chargeCentiRu(), 0, 0) : finish(token, items);
  }

  /** The same of items that were looked up. */
  QueryPage ofResults(List<Value> results, long retrieved, long retrievedBytes) {
    return finish(addResults(results), reading.chargeCentiRu(), retrieved, retrievedBytes);
  }

  private QueryToken addResults(List<Value> results) {
    long next = query.offset() + from.emitted();
    long emitted = from.emitted();
    while (next < results.size() && emitted < query.limit() && !page.isFull()) {
      page.add(results.get((int) next++));
      emitted++;
    }
    boolean done = next >= results.size() || emitted >= query.limit();
    return done
        ? null
        : new QueryToken(
            from.owner(), query.offset(), emitted, PagePosition.START, List.of(), null);
  }

  /** Adds the only result of a query. */
  void addResult(Group group) {
    query.budget().begin();
    Value result = group.result(CompiledQuery.NO_ROW);
    if (result.isDefined() && query.offset() == 0 && query.limit() > 0) {
      page.add(result);
    }
  }

  /**
   * The page as it is sent.
   *
   * @param token where the next page begins; null if there is none
   */
  QueryPage finish(QueryToken token, ItemCursor items) {
    indexNanos += items.indexNanos();
    loadNanos += items.nanos();
    return finish(token, reading.chargeCentiRu(), items.items(), items.bytes());
  }

  QueryPage finish(QueryToken token, long charge, long retrieved, long retrievedBytes) {
    long count = page.count();
    return new QueryPage(
        page.toByteArray(),
        count,
        token == null
            ? null
            : token.by(plan == null ? 0 : plan.signature(), scope.range()).encode(),
        charge,
        retrieved,
        retrievedBytes,
        loadNanos,
        indexNanos,
        choice == null ? Explanation.of(Explanation.Stage.SCAN) : choice.explanation(),
        searched);
  }
}
