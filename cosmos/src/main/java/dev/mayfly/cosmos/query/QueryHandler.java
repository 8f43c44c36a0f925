package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.query.plan.QueryPlan;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.net.work.RequestExecutor;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.vector.VectorIndexes;
import java.util.function.Function;

/**
 * Answers queries over the items of a container, and says how clients should run them. A query that
 * was recently fast is run by the calling thread: two thread hand-overs would take a third of its
 * time. If it is not quick this time, it begins anew on a worker.
 */
public final class QueryHandler implements Handler {
  /** Longer texts are read by a worker. */
  private static final int SMALL_BYTES = 8 << 10;

  private final Directory directory;
  private final Function<Container, Function<Item, byte[]>> form;
  private final RequestExecutor workers;
  private final MemoryPool memory;
  private final Function<Container, UserFunctions> functions;
  private final VectorIndexes vectors;
  private final PreparedQueries queries;
  private final FastQueryTracker quick = new FastQueryTracker();
  private final FullTextCorpora corpora = new FullTextCorpora();

  /**
   * @param form the document that a query sees of an item
   * @param workers for what is not known to be quick
   * @param memory what all requests may hold together
   * @param functions the user-defined functions of a container
   * @param vectors the indexes of vectors; null if all searches are exact
   */
  public QueryHandler(
      Directory directory,
      Function<Container, Function<Item, byte[]>> form,
      RequestExecutor workers,
      MemoryPool memory,
      Function<Container, UserFunctions> functions,
      VectorIndexes vectors) {
    this.vectors = vectors;
    this.functions = requireNonNull(functions, "functions");
    this.memory = requireNonNull(memory, "memory");
    this.directory = requireNonNull(directory, "directory");
    this.form = requireNonNull(form, "form");
    this.workers = requireNonNull(workers, "workers");
    this.queries = new PreparedQueries(directory.engine().clock()::epochMilli);
  }

  /** Answers a POST of a query, or of one whose plan is asked for. */
  @Override
  public void handle(Call call) {
    Request request = call.request();
    if (request.flag(HeaderNames.IS_QUERY_PLAN)) {
      call.handOver(workers, () -> answerPlan(call));
    } else if (request.body().length > SMALL_BYTES) {
      call.handOver(workers, () -> answerLarge(call));
    } else {
      QueryRequest query = asked(call);
      if (query.callsFunctions() || !quick.isQuick(query.key()) || !answerAtOnce(query)) {
        call.handOver(workers, () -> answer(query));
      }
    }
  }

  private void answerLarge(Call call) {
    try (RequestMemory body = memory.open(QueryMemory::refused)) {
      body.charge(QueryMemory.ofJson(call.request().body()));
      answer(asked(call));
    }
  }

  private QueryRequest asked(Call call) {
    Container container = directory.parentContainer(call.path(), call.request());
    QuerySpec spec = QuerySpec.parse(call.request().body());
    return new QueryRequest(
        call, container, form.apply(container), spec, memory, functions, vectors, corpora);
  }

  private boolean answerAtOnce(QueryRequest query) {
    long started = System.nanoTime();
    boolean answered = query.answerWithin(queries, FastQueryTracker.TRIAL_NANOS);
    quick.took(query.key(), System.nanoTime() - started);
    return answered;
  }

  private void answer(QueryRequest query) {
    long started = System.nanoTime();
    query.answer(queries);
    quick.took(query.key(), System.nanoTime() - started);
  }

  /** Within one partition there is nothing to merge, so that a client passes on what it gets. */
  private void answerPlan(Call call) {
    Request request = call.request();
    Container container = directory.parentContainer(call.path(), request);
    QuerySpec spec = QuerySpec.parse(request.body());
    Parameters parameters = spec.parameters();
    try (PreparedQueries.Prepared query =
        queries.prepare(spec.text(), parameters, container.definition())) {
      byte[] plan =
          request.header(HeaderNames.PARTITION_KEY) == null
              ? QueryPlan.json(
                  query.tree(), query.compiled(), parameters, container.definition().partitionKey())
              : QueryPlan.passOn(query.tree());
      call.respond(Response.json(200, plan));
    }
  }
}
