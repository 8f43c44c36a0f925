package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.Call;
import dev.mayfly.cosmos.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.query.plan.QueryPlan;
import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.cosmos.query.run.PageLimits;
import dev.mayfly.cosmos.query.run.Parameters;
import dev.mayfly.cosmos.query.run.PreparedQueries;
import dev.mayfly.cosmos.query.run.QueryPage;
import dev.mayfly.cosmos.query.run.QueryRun;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import java.util.function.Function;

/** Answers queries over the items of a container, and says how clients should run them. */
public final class QueryHandler implements Handler {

  private final Directory directory;
  private final Function<Container, Function<Item, byte[]>> form;
  private final PreparedQueries queries;

  /**
   * @param form the document that a query sees of an item
   */
  public QueryHandler(Directory directory, Function<Container, Function<Item, byte[]>> form) {
    this.directory = requireNonNull(directory, "directory");
    this.form = requireNonNull(form, "form");
    this.queries = new PreparedQueries(directory.engine().clock()::epochMilli);
  }

  /** Answers a POST of a query, or of one whose plan is asked for. */
  @Override
  public void handle(Call call) {
    Request request = call.request();
    Container container = directory.parentContainer(call.path(), request);
    QuerySpec spec = QuerySpec.parse(request.body());
    long started = System.nanoTime();
    try (PreparedQueries.Prepared query = queries.prepare(spec.text(), spec.parameters())) {
      long prepared = System.nanoTime();
      if (request.flag(HeaderNames.IS_QUERY_PLAN)) {
        call.respond(Response.json(200, plan(request, container, query, spec.parameters())));
      } else {
        run(call, container, spec, query.compiled(), prepared - started);
      }
    }
  }

  private void run(
      Call call, Container container, QuerySpec spec, CompiledQuery query, long prepareNanos) {
    Request request = call.request();
    Scope scope = Scope.of(request, container.definition().partitionKey());
    if (!isNamed(request, scope) && !QueryRun.isOnePartition(query, spec.parameters(), scope)) {
      throw CosmosException.badRequest(
          "Cross partition query is required but disabled. Please set"
              + " x-ms-documentdb-query-enablecrosspartition to true, specify"
              + " x-ms-documentdb-partitionkey, or revise your query to avoid this exception.");
    }
    IndexRules.check(query, container.definition());
    long started = System.nanoTime();
    QueryRun run =
        new QueryRun(
            container,
            form.apply(container),
            query,
            spec.parameters(),
            scope,
            spec.check(),
            request.header(HeaderNames.CONTINUATION),
            spec.resumption(),
            PageLimits.items(PageSize.of(request)));
    long planned = System.nanoTime();
    QueryPage page = run.page();
    Response response =
        Response.json(200, page.body())
            .charge(page.chargeCentiRu())
            .header(HeaderNames.ITEM_COUNT, page.count());
    if (page.token() != null) {
      response.header(HeaderNames.CONTINUATION, page.token());
    }
    if (request.flag(HeaderNames.POPULATE_QUERY_METRICS)) {
      QueryMetrics metrics =
          new QueryMetrics(prepareNanos, planned - started, System.nanoTime() - planned);
      response.header(HeaderNames.QUERY_METRICS, metrics.text(page));
    }
    IndexMetrics.add(request, page.indexes(), response);
    call.respond(ParentHeaders.inContainer(response, container, container.lastLsn()));
  }

  /** Within one partition there is nothing to merge, so that a client passes on what it gets. */
  private static byte[] plan(
      Request request, Container container, PreparedQueries.Prepared query, Parameters parameters) {
    return request.header(HeaderNames.PARTITION_KEY) == null
        ? QueryPlan.json(
            query.tree(), query.compiled(), parameters, container.definition().partitionKey())
        : QueryPlan.passOn(query.tree());
  }

  /** Whether the request says where to look: in part of the container, or knowingly in all. */
  private static boolean isNamed(Request request, Scope scope) {
    return request.header(HeaderNames.PARTITION_KEY_RANGE_ID) != null
        || scope.key() != null
        || request.header(HeaderNames.PARTITION_KEY) != null
        || request.header(HeaderNames.START_EPK) != null
        || request.header(HeaderNames.END_EPK) != null
        || request.flag(HeaderNames.CROSS_PARTITION)
        || scope.definition().paths().isEmpty();
  }
}
