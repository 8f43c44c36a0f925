package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.handler.Handler;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.PatchBody;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.cosmos.resource.SessionToken;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.net.work.RequestExecutor;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;

/** Answers calls about items: those for single items itself, the others through their handlers. */
public final class ItemHandler implements Handler {
  /** Larger items are written as JSON on another thread than the one that commits. */
  private static final int SMALL_BYTES = 16 * 1024;

  private final Directory directory;
  private final Handler queries;
  private final Function<String, Predicate<byte[]>> conditions;
  private final RequestExecutor workers;
  private final ItemAnswers.Cache answers = new ItemAnswers.Cache();
  private final BatchHandler batches;
  private final ReadFeed readFeed;
  private final ChangeFeedHandler changeFeed;
  private final TriggeredWrite triggered;

  /**
   * @param queries answers queries and asks for query plans
   * @param conditions makes a test of the text of a patch's condition
   * @param workers for what would keep the committing thread too long
   * @param triggers runs those that requests name
   */
  public ItemHandler(
      Directory directory,
      Handler queries,
      Function<String, Predicate<byte[]>> conditions,
      RequestExecutor workers,
      Triggers triggers) {
    this.directory = requireNonNull(directory, "directory");
    this.queries = requireNonNull(queries, "queries");
    this.conditions = requireNonNull(conditions, "conditions");
    this.workers = requireNonNull(workers, "workers");
    this.batches = new BatchHandler(answers, conditions, workers);
    this.readFeed = new ReadFeed(answers);
    this.changeFeed = new ChangeFeedHandler(answers);
    this.triggered = new TriggeredWrite(directory.engine(), triggers, answers);
  }

  @Override
  public void handle(Call call) {
    if (call.path().isFeed()) {
      handleFeed(call);
    } else {
      handleItem(call);
    }
  }

  private void handleFeed(Call call) {
    Request request = call.request();
    switch (request.method()) {
      case "POST" -> {
        if (request.isQuery() || request.flag(HeaderNames.IS_QUERY_PLAN)) {
          queries.handle(call);
        } else if (request.flag(HeaderNames.IS_BATCH)) {
          batches.handle(call, container(call));
        } else {
          Container container = container(call);
          onFittingThread(call, container, () -> create(call, container));
        }
      }
      case "GET" -> {
        Container container = container(call);
        if (request.header(HeaderNames.A_IM) == null) {
          readFeed.handle(call, container);
        } else {
          changeFeed.handle(call, container);
        }
      }
      default -> throw CosmosException.methodNotAllowed(request.method());
    }
  }

  /** The terms of a long text take too long for a network thread. */
  private void onFittingThread(Call call, Container container, Runnable write) {
    boolean computed =
        call.request().body().length > SMALL_BYTES
            && container.definition().pathIndexes().stream()
                .anyMatch(index -> index.function() != null);
    if (computed) {
      call.handOver(workers, write);
    } else {
      write.run();
    }
  }

  private void handleItem(Call call) {
    Container container = container(call);
    if (ItemRids.isOne(call.path(), container)) {
      call.handOver(workers, () -> handleByRid(call, container));
    } else {
      handleItem(call, container);
    }
  }

  private void handleByRid(Call call, Container container) {
    ResourcePath named = ItemRids.named(call.path(), container, partition(call, container));
    handleItem(new Call(call.exchange(), named, call.caller()), container);
  }

  private void handleItem(Call call, Container container) {
    switch (call.request().method()) {
      case "GET" -> read(call, container);
      case "PUT" -> onFittingThread(call, container, () -> replace(call, container));
      case "PATCH" -> patch(call, container);
      case "DELETE" -> {
        if (runTriggers(call, container, Triggers.Operation.DELETE)) {
          return;
        }
        ItemKey key = key(call, container);
        submit(call, container, ItemOperation.delete(key, Preconditions.of(call.request())));
      }
      default -> throw CosmosException.methodNotAllowed(call.request().method());
    }
  }

  private Container container(Call call) {
    return directory.parentContainer(call.path(), call.request());
  }

  private static PartitionKey partition(Call call, Container container) {
    PartitionKey key =
        PartitionKeyHeader.require(call.request(), container.definition().partitionKey());
    RangeIds.of(call.request(), container, key);
    return key;
  }

  private static ItemKey key(Call call, Container container) {
    return key(call, partition(call, container));
  }

  static ItemKey key(Call call, PartitionKey partition) {
    String id = call.path().lastId();
    if (id.length() > ItemIds.BYTES_MAX) {
      throw CosmosException.notFound();
    }
    return new ItemKey(partition, ItemId.of(id));
  }

  private void read(Call call, Container container) {
    Request request = call.request();
    SessionToken.check(request, container);
    ItemKey key = key(call, container);
    Container.ReadOutcome outcome = container.readCharged(key);
    int range = RangeIds.of(container, key.partitionKey());
    ItemAnswers known = answers.of(container);
    Item item = outcome.item();
    if (item == null) {
      CosmosException nothing = CosmosException.notFound();
      call.respond(known.failure(request, container, range, nothing, outcome.chargeCentiRu()));
      return;
    }
    Response response =
        Preconditions.of(request).isKnown(item.etag())
            ? Response.of(304)
            : Response.json(200, ItemOperation.json(known.form().document(item)));
    String location = request.scheme() + "://" + request.host() + request.path();
    call.respond(
        known
            .complete(response, item, range, container.lastLsn())
            .header(HttpHeaderNames.CONTENT_LOCATION, location)
            .charge(outcome.chargeCentiRu()));
  }

  private void create(Call call, Container container) {
    Request request = call.request();
    boolean upsert = request.flag(HeaderNames.IS_UPSERT);
    if (runTriggers(
        call, container, upsert ? Triggers.Operation.UPSERT : Triggers.Operation.CREATE)) {
      return;
    }
    ItemSize.checkSent(request.body().length);
    PartitionKey partition = partition(call, container);
    Preconditions preconditions = Preconditions.of(request);
    submit(
        call,
        container,
        upsert
            ? ItemOperation.upsert(partition, sent(request), preconditions)
            : ItemOperation.create(partition, sent(request), preconditions));
  }

  private void replace(Call call, Container container) {
    Request request = call.request();
    if (runTriggers(call, container, Triggers.Operation.REPLACE)) {
      return;
    }
    ItemSize.checkSent(request.body().length);
    PartitionKey partition = partition(call, container);
    String id = call.path().lastId();
    Preconditions preconditions = Preconditions.of(request);
    submit(call, container, ItemOperation.replace(partition, id, sent(request), preconditions));
  }

  private void patch(Call call, Container container) {
    Request request = call.request();
    if (TriggeredWrite.isOne(request)) {
      throw CosmosException.badRequest("Triggers do not run with patches: replace the item.");
    }
    ItemSize.checkSent(request.body().length);
    ItemKey key = key(call, container);
    PatchBody patch = PatchBody.parse(request.body());
    StoredItem form = answers.of(container).form();
    PatchChange change =
        new PatchChange(patch, container.definition().partitionKey(), form, conditions);
    submit(call, container, ItemOperation.patch(key, change, Preconditions.of(request)));
  }

  private static ItemOperation.Sent sent(Request request) {
    byte[] body = request.body();
    return new ItemOperation.Sent(body, 0, body.length, isAnswered(request));
  }

  /** Whether the client wants to see the item that it wrote. */
  static boolean isAnswered(Request request) {
    return !"return=minimal".equalsIgnoreCase(request.header(HeaderNames.PREFER));
  }

  /** Does a write with its triggers on a worker; false if the request names none. */
  private boolean runTriggers(Call call, Container container, Triggers.Operation operation) {
    if (!TriggeredWrite.isOne(call.request())) {
      return false;
    }
    PartitionKey partition = partition(call, container);
    call.handOver(
        workers, () -> call.respond(triggered.run(call, container, partition, operation)));
    return true;
  }

  private void submit(Call call, Container container, ItemOperation operation) {
    try {
      if (operation.isRename()) {
        rename(call, container, operation);
        return;
      }
      container.submit(
          operation.request(),
          SubmitMode.INLINE,
          (outcome, failure) -> {
            if (failure != null) {
              fail(call, container, operation, failure);
            } else {
              answer(call, container, operation, outcome);
            }
          });
    } catch (EngineException e) {
      fail(call, container, operation, e);
    }
  }

  private void rename(Call call, Container container, ItemOperation operation) {
    container.submit(
        operation.requests(),
        (outcomes, failure) -> {
          if (failure == null) {
            WriteOutcome removed = outcomes.get(0);
            WriteOutcome created = outcomes.get(1);
            long charge = removed.chargeCentiRu() + created.chargeCentiRu();
            WriteOutcome replaced =
                new WriteOutcome(
                    WriteOutcome.Kind.REPLACED,
                    created.item(),
                    removed.before(),
                    charge,
                    created.logTime());
            answer(call, container, operation, replaced);
          } else {
            boolean rejected = failure instanceof BatchRejectedException;
            Throwable cause = rejected ? ((BatchRejectedException) failure).failure() : failure;
            fail(call, container, operation, cause);
          }
        });
  }

  private void fail(Call call, Container container, ItemOperation operation, Throwable failure) {
    Throwable reported = operation.reported(failure);
    int range = RangeIds.of(container, operation.request().key().partitionKey());
    call.respond(answers.of(container).failure(call.request(), container, range, reported));
  }

  private void answer(
      Call call, Container container, ItemOperation operation, WriteOutcome outcome) {
    boolean large =
        operation.request() instanceof WriteRequest.Patch
            && outcome.item().bodyLength() > SMALL_BYTES
            && isAnswered(call.request());
    if (!large) {
      send(call, container, operation, outcome);
      return;
    }
    try {
      call.handOver(workers, () -> send(call, container, operation, outcome));
    } catch (RejectedExecutionException e) {
      // The write is committed and must be answered, on whatever thread.
      send(call, container, operation, outcome);
    }
  }

  private void send(Call call, Container container, ItemOperation operation, WriteOutcome outcome) {
    try {
      ItemAnswers known = answers.of(container);
      int status = operation.status(outcome);
      Item item = outcome.item();
      int range = RangeIds.of(container, operation.request().key().partitionKey());
      long lsn = container.lastLsn();
      Response response =
          item != null && isAnswered(call.request())
              ? Response.json(status, operation.json(known.form(), item))
              : Response.of(status);
      if (item == null) {
        known.complete(response, range, lsn);
      } else {
        known.complete(response, item, range, lsn);
      }
      call.respond(response.charge(outcome.chargeCentiRu()));
    } catch (RuntimeException | Error e) {
      call.exchange().fail(e);
    }
  }
}
