package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.run.PageLimits;
import dev.mayfly.cosmos.query.run.QueryExecution;
import dev.mayfly.cosmos.query.run.QueryPage;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Runs the queries of scripts: pages over one logical partition as a transaction sees it. */
public final class ScriptQueries {
  private static final String BEFORE = "\"Documents\":";
  private static final String AFTER = ",\"_count\":";

  private final Function<Container, Function<Item, byte[]>> form;
  private final MemoryPool memory;
  private final PreparedQueries queries;

  /**
   * @param form the document that a query sees of an item
   * @param clock returns milliseconds since 1970
   */
  public ScriptQueries(
      Function<Container, Function<Item, byte[]>> form, MemoryPool memory, LongSupplier clock) {
    this.form = requireNonNull(form, "form");
    this.memory = requireNonNull(memory, "memory");
    this.queries = new PreparedQueries(clock);
  }

  /**
   * A page of results.
   *
   * @param documents as a JSON array
   * @param continuation empty at the end
   */
  public record Page(String documents, String continuation, long chargeCentiRu) {}

  /**
   * Runs a page.
   *
   * @param request the JSON of a query's request
   * @param continuation null to begin
   * @param nanos how long it may take
   */
  public Page page(
      Container view,
      PartitionKey key,
      String request,
      int pageSize,
      String continuation,
      long nanos) {
    QuerySpec spec = QuerySpec.parse(request.getBytes(StandardCharsets.UTF_8));
    Scope scope = scope(view, key);
    try (PreparedQueries.Prepared query =
            queries.prepare(spec.text(), spec.parameters(), view.definition());
        RequestMemory held = memory.open(QueryMemory::refused)) {
      IndexRules.check(query.compiled(), view.definition());
      Reading[] reading = new Reading[1];
      QueryPage page =
          new QueryExecution(
                  view,
                  form.apply(view),
                  query.compiled(),
                  spec.parameters(),
                  scope,
                  spec.check(spec.text()),
                  continuation,
                  null,
                  new PageLimits(pageSize, System.nanoTime(), nanos, nanos),
                  held,
                  until -> {
                    reading[0] =
                        reading[0] == null ? view.beginQuery(until) : reading[0].again(until);
                    return reading[0];
                  },
                  null)
              .page();
      String body = new String(page.body(), StandardCharsets.UTF_8);
      return new Page(
          body.substring(body.indexOf(BEFORE) + BEFORE.length(), body.lastIndexOf(AFTER)),
          page.token() == null ? "" : page.token(),
          page.chargeCentiRu());
    }
  }

  private static Scope scope(Container view, PartitionKey key) {
    var definition = view.definition().partitionKey();
    return definition.paths().isEmpty()
        ? Scope.all(definition)
        : new Scope(definition, EpkRange.of(definition, key), key, RangeIds.of(view, key));
  }
}
