package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.net.work.RequestExecutor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Does many operations for one request: all or none of one logical partition, or each for itself in
 * any. A body that can't be read is refused as a whole and nothing of it is done.
 */
final class BatchHandler {
  private final ItemAnswers.Cache answers;
  private final Function<String, Predicate<byte[]>> conditions;
  private final RequestExecutor workers;

  /**
   * @param workers write answers, which would keep the committing thread too long
   */
  BatchHandler(
      ItemAnswers.Cache answers,
      Function<String, Predicate<byte[]>> conditions,
      RequestExecutor workers) {
    this.answers = requireNonNull(answers, "answers");
    this.conditions = requireNonNull(conditions, "conditions");
    this.workers = requireNonNull(workers, "workers");
  }

  /** An operation, or why it can't be one. */
  private record Prepared(ItemOperation operation, CosmosException failure, boolean answered) {}

  void handle(Call call, Container container) {
    Request request = call.request();
    ItemSize.checkSent(request.body());
    List<BatchEntry> entries = BatchReader.read(request.body());
    if (request.flag(HeaderNames.BATCH_ATOMIC)) {
      PartitionKey partition =
          PartitionKeyHeader.require(request, container.definition().partitionKey());
      doTogether(call, container, prepare(entries, request, container, partition));
    } else {
      Scope.checkPartitionKeyRange(request);
      List<Prepared> prepared = prepare(entries, request, container, null);
      if (request.flag(HeaderNames.BATCH_CONTINUE)) {
        doEach(call, container, prepared);
      } else {
        doUntilFailure(call, container, prepared);
      }
    }
  }

  /**
   * @param partition of all operations, or null if each has its own
   */
  private List<Prepared> prepare(
      List<BatchEntry> entries, Request request, Container container, PartitionKey partition) {
    boolean answered = ItemHandler.isAnswered(request);
    PartitionKeyDefinition definition = container.definition().partitionKey();
    StoredItem form = answers.of(container).form();
    List<Prepared> prepared = new ArrayList<>(entries.size());
    for (BatchEntry entry : entries) {
      try {
        PartitionKey own = partition == null ? own(entry, request, definition) : partition;
        ItemOperation operation = entry.operation(own, definition, form, conditions);
        prepared.add(new Prepared(operation, null, entry.isShown(answered)));
      } catch (CosmosException e) {
        prepared.add(new Prepared(null, e, false));
      } catch (EngineException e) {
        prepared.add(new Prepared(null, Failures.refusal(e), false));
      }
    }
    return prepared;
  }

  private static PartitionKey own(
      BatchEntry entry, Request request, PartitionKeyDefinition definition) {
    return entry.partitionKey() == null
        ? PartitionKeyHeader.require(request, definition)
        : PartitionKeyHeader.complete(entry.partitionKey(), definition);
  }

  private void doTogether(Call call, Container container, List<Prepared> prepared) {
    List<WriteRequest> requests = new ArrayList<>(prepared.size());
    for (int i = 0; i < prepared.size(); i++) {
      if (prepared.get(i).failure() != null) {
        container.chargeRefused();
        answer(call, container, rejected(prepared, i, prepared.get(i).failure()));
        return;
      }
      requests.add(prepared.get(i).operation().request());
    }
    try {
      int index = firstTooLarge(container, prepared);
      if (index >= 0) {
        answer(call, container, rejected(prepared, index, ShownItems.tooLarge()));
        return;
      }
      container.submitBatch(
          requests,
          (outcomes, failure) ->
              later(
                  call,
                  () -> {
                    if (failure == null) {
                      answer(call, container, done(prepared, outcomes));
                    } else {
                      reject(call, container, prepared, failure);
                    }
                  }));
    } catch (EngineException e) {
      reject(call, container, prepared, e);
    }
  }

  /**
   * The first operation whose item does not fit into the answer, or -1. What is done can't be taken
   * back for want of room, so this looks at the items before, unless they fit however large.
   */
  private static int firstTooLarge(Container container, List<Prepared> prepared) {
    long most = prepared.stream().filter(BatchHandler::showsWhatIsThere).count();
    if (most * ItemSize.BYTES_MAX <= ShownItems.BYTES_MAX) {
      return -1;
    }
    ShownItems shown = new ShownItems();
    for (int i = 0; i < prepared.size(); i++) {
      Prepared each = prepared.get(i);
      if (showsWhatIsThere(each)) {
        Item item = container.read(each.operation().request().key());
        if (item != null && !each.operation().isKnown(item) && !shown.add(item.bodyLength())) {
          return i;
        }
      }
    }
    return -1;
  }

  private static boolean showsWhatIsThere(Prepared each) {
    return each.answered() && each.operation().showsWhatIsThere();
  }

  private void reject(Call call, Container container, List<Prepared> prepared, Throwable failure) {
    if (failure instanceof BatchRejectedException rejected) {
      int index = rejected.failedIndex();
      Throwable told = prepared.get(index).operation().told(rejected.failure());
      answer(call, container, rejected(prepared, index, told));
    } else {
      call.respond(answers.of(container).failure(call.request(), container, failure));
    }
  }

  private static BatchResult[] rejected(List<Prepared> prepared, int index, Throwable told) {
    BatchResult[] results = new BatchResult[prepared.size()];
    Arrays.fill(results, BatchResult.notDone());
    results[index] = BatchResult.failed(told);
    return results;
  }

  private static BatchResult[] done(List<Prepared> prepared, List<WriteOutcome> outcomes) {
    BatchResult[] results = new BatchResult[prepared.size()];
    for (int i = 0; i < results.length; i++) {
      // A limit of its own for each: what does not fit was refused before.
      results[i] = done(prepared.get(i), outcomes.get(i), new ShownItems());
    }
    return results;
  }

  private static BatchResult done(Prepared each, WriteOutcome outcome, ShownItems shown) {
    return BatchResult.done(each.operation(), outcome, each.answered(), shown);
  }

  /** All operations are on their way at once; who completes the last one sees to the answer. */
  private void doEach(Call call, Container container, List<Prepared> prepared) {
    BatchResult[] results = new BatchResult[prepared.size()];
    AtomicInteger open = new AtomicInteger(results.length);
    ShownItems shown = new ShownItems();
    for (int i = 0; i < results.length; i++) {
      int index = i;
      Prepared each = prepared.get(i);
      submit(
          container,
          each,
          shown,
          result -> {
            results[index] = result;
            if (open.decrementAndGet() == 0) {
              later(call, () -> answer(call, container, results));
            }
          });
    }
  }

  private static void submit(
      Container container, Prepared each, ShownItems shown, Consumer<BatchResult> result) {
    if (each.failure() != null) {
      container.chargeRefused();
      result.accept(BatchResult.failed(each.failure()));
      return;
    }
    ItemOperation operation = each.operation();
    try {
      container.submit(
          operation.request(),
          (outcome, failure) ->
              result.accept(
                  failure == null
                      ? done(each, outcome, shown)
                      : BatchResult.failed(operation.told(failure))));
    } catch (EngineException e) {
      result.accept(BatchResult.failed(operation.told(e)));
    }
  }

  /** One after the other; this is a worker's thread and may wait. */
  private void doUntilFailure(Call call, Container container, List<Prepared> prepared) {
    BatchResult[] results = new BatchResult[prepared.size()];
    Arrays.fill(results, BatchResult.notDone());
    ShownItems shown = new ShownItems();
    for (int i = 0; i < results.length; i++) {
      results[i] = doOne(container, prepared.get(i), shown);
      if (results[i].isFailure()) {
        break;
      }
    }
    answer(call, container, results);
  }

  private static BatchResult doOne(Container container, Prepared each, ShownItems shown) {
    if (each.failure() != null) {
      container.chargeRefused();
      return BatchResult.failed(each.failure());
    }
    ItemOperation operation = each.operation();
    try {
      return done(each, container.write(operation.request()), shown);
    } catch (EngineException e) {
      return BatchResult.failed(operation.told(e));
    }
  }

  private void later(Call call, Runnable answering) {
    Runnable guarded =
        () -> {
          try {
            answering.run();
          } catch (RuntimeException | Error e) {
            call.exchange().fail(e);
          }
        };
    try {
      workers.execute(call.exchange().requester(call.caller()), guarded);
    } catch (RejectedExecutionException e) {
      // What was written must be answered, whoever has to do it.
      guarded.run();
    }
  }

  private void answer(Call call, Container container, BatchResult[] results) {
    ItemAnswers known = answers.of(container);
    JsonWriter json = new JsonWriter();
    boolean failed = false;
    long charge = 0;
    json.raw("[");
    for (int i = 0; i < results.length; i++) {
      if (i > 0) {
        json.raw(",");
      }
      results[i].write(json, known.form());
      failed |= results[i].isFailure();
      charge += results[i].chargeCentiRu();
    }
    json.raw("]");
    Response response = Response.json(failed ? 207 : 200, json.toByteArray()).charge(charge);
    call.respond(known.complete(response, container.lastLsn()));
  }
}
