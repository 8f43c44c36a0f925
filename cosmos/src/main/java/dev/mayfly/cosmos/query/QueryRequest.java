package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.PageSize;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.query.run.PageLimits;
import dev.mayfly.cosmos.query.run.QueryExecution;
import dev.mayfly.cosmos.query.run.QueryPage;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.SqlText;
import dev.mayfly.cosmos.resource.ParentHeaders;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.cosmos.resource.SessionToken;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.memory.RequestMemory;
import dev.mayfly.vector.VectorIndexes;
import java.util.function.Function;

/** A page of a query that a client asks for. */
final class QueryRequest {
  private final Call call;
  private final Container container;
  private final Function<Item, byte[]> form;
  private final QuerySpec spec;
  private final MemoryPool memory;
  private final Function<Container, UserFunctions> functions;
  private final VectorIndexes vectors;
  private final FullTextCorpora corpora;
  private final long key;
  private Reading reading;

  /**
   * @param memory what all requests may hold together
   * @param functions the user-defined functions of a container
   * @param vectors the indexes of vectors; null if all searches are exact
   * @param corpora texts on the heap
   */
  QueryRequest(
      Call call,
      Container container,
      Function<Item, byte[]> form,
      QuerySpec spec,
      MemoryPool memory,
      Function<Container, UserFunctions> functions,
      VectorIndexes vectors,
      FullTextCorpora corpora) {
    this.vectors = vectors;
    this.corpora = requireNonNull(corpora, "corpora");
    this.functions = requireNonNull(functions, "functions");
    this.memory = requireNonNull(memory, "memory");
    this.call = requireNonNull(call, "call");
    this.container = requireNonNull(container, "container");
    this.form = requireNonNull(form, "form");
    this.spec = requireNonNull(spec, "spec");
    this.key = FastQueryTracker.key(container, spec.text());
  }

  /** What {@link FastQueryTracker} knows it by. */
  long key() {
    return key;
  }

  /** Whether it may call user-defined functions, for which a thread has to wait. */
  boolean callsFunctions() {
    return spec.text().contains("udf");
  }

  /** Sends the answer, unless that takes longer; false if it does, and nothing was sent. */
  boolean answerWithin(PreparedQueries queries, long nanos) {
    PageLimits limits = PageLimits.trial(PageSize.of(call.request()), nanos);
    Answer answer;
    try {
      answer = run(queries, limits);
    } catch (RuntimeException e) {
      if (limits.isWholeOver()) {
        return false;
      }
      throw e;
    }
    if (answer.continues() && limits.isWholeOver()) {
      return false;
    }
    call.respond(answer.response());
    return true;
  }

  /** Sends the answer. */
  void answer(PreparedQueries queries) {
    call.respond(
        run(queries, PageLimits.items(PageSize.of(call.request()), call.exchange().time()))
            .response());
  }

  /** An answer before it is sent, and whether there is more to ask for. */
  private record Answer(Response response, boolean continues) {}

  private Answer run(PreparedQueries queries, PageLimits limits) {
    long started = System.nanoTime();
    try (PreparedQueries.Prepared query =
            queries.prepare(spec.text(), spec.parameters(), container.definition());
        RequestMemory held = memory.open(QueryMemory::refused)) {
      query.compiled().texts().use(corpora);
      if (callsFunctions()) {
        query.compiled().useFunctions(functions.apply(container));
      }
      return run(query.compiled(), check(query.tree()), limits, held, System.nanoTime() - started);
    }
  }

  /**
   * A number that distinguishes the query from others, for its tokens. In an order it is known
   * where to resume whatever the filter is: clients narrow it when they resume.
   */
  private int check(Query tree) {
    boolean ordered = !tree.orderBy().isEmpty() && !tree.distinct() && tree.groupBy().isEmpty();
    return ordered ? spec.check(SqlText.of(tree.withWhere(null))) : spec.check(spec.text());
  }

  private Answer run(
      CompiledQuery query, int check, PageLimits limits, RequestMemory held, long prepareNanos) {
    Request request = call.request();
    SessionToken.check(request, container);
    Scope scope = Scope.of(request, container);
    if (!isNamed(request, scope)
        && !QueryExecution.isOnePartition(query, spec.parameters(), scope)) {
      throw CosmosException.crossPartitionDisabled();
    }
    IndexRules.check(query, container.definition());
    long started = System.nanoTime();
    QueryExecution run =
        new QueryExecution(
            container,
            form,
            query,
            spec.parameters(),
            scope,
            check,
            request.header(HeaderNames.CONTINUATION),
            spec.resumption(),
            limits,
            held,
            this::begin,
            vectors);
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
    IndexMetrics.add(request, page.indexes(), page.searched(), response);
    ParentHeaders.inContainer(response, container, scope.rangeId());
    return new Answer(response, page.token() != null);
  }

  /** An answer is admitted and paid for once, however often it is begun. */
  private Reading begin(long untilNanos) {
    reading = reading == null ? container.beginQuery(untilNanos) : reading.again(untilNanos);
    return reading;
  }

  /** Whether the request names a partition or range, or enables cross-partition queries. */
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
