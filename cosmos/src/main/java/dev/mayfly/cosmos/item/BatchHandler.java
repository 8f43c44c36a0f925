package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.hybridrow.BatchOperationRow;
import dev.mayfly.cosmos.hybridrow.BatchResultWriter;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.cosmos.resource.SessionToken;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyRange;
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

  /** A batch on its way. */
  private record Job(Call call, Container container, int rangeId) {}

  void handle(Call call, Container container) {
    Request request = call.request();
    SessionToken.check(request, container);
    ItemSize.checkBatch(request.body().length);
    List<BatchEntry> entries = BatchReader.read(request.body());
    if (request.flag(HeaderNames.BATCH_ATOMIC)) {
      PartitionKey partition =
          PartitionKeyHeader.require(request, container.definition().partitionKey());
      int rangeId = RangeIds.of(request, container, partition);
      List<Prepared> prepared = prepare(entries, request, container, partition, null);
      doTogether(new Job(call, container, rangeId), prepared);
    } else {
      PartitionKeyRange range = RangeIds.named(request, container);
      List<Prepared> prepared = prepare(entries, request, container, null, range);
      int rangeId = range == null ? container.ranges().list().get(0).id() : range.id();
      Job job = new Job(call, container, rangeId);
      if (request.flag(HeaderNames.BATCH_CONTINUE)) {
        doEach(job, prepared);
      } else {
        doUntilFailure(job, prepared);
      }
    }
  }

  /**
   * @param partition of all operations, or null if each has its own
   * @param range that each must be in, or null if that does not matter
   */
  private List<Prepared> prepare(
      List<BatchEntry> entries,
      Request request,
      Container container,
      PartitionKey partition,
      PartitionKeyRange range) {
    boolean answered = ItemHandler.isAnswered(request);
    PartitionKeyDefinition definition = container.definition().partitionKey();
    StoredItem form = answers.of(container).form();
    List<Prepared> prepared = new ArrayList<>(entries.size());
    for (BatchEntry entry : entries) {
      try {
        PartitionKey own = partition == null ? own(entry, request, definition) : partition;
        RangeIds.require(range, definition, own);
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

  private void doTogether(Job job, List<Prepared> prepared) {
    List<WriteRequest> requests = new ArrayList<>(prepared.size());
    for (int i = 0; i < prepared.size(); i++) {
      if (prepared.get(i).failure() != null) {
        job.container().chargeRefused();
        answer(job, rejected(prepared, i, prepared.get(i).failure()));
        return;
      }
      requests.add(prepared.get(i).operation().request());
    }
    try {
      int index = firstTooLarge(job.container(), prepared);
      if (index >= 0) {
        answer(job, rejected(prepared, index, BatchResponseBudget.tooLarge()));
        return;
      }
      job.container()
          .submit(
              requests,
              (outcomes, failure) ->
                  later(
                      job.call(),
                      () -> {
                        if (failure == null) {
                          answer(job, done(prepared, outcomes));
                        } else {
                          reject(job, prepared, failure);
                        }
                      }));
    } catch (EngineException e) {
      reject(job, prepared, e);
    }
  }

  /**
   * The first operation whose item does not fit into the answer, or -1. What is done can't be taken
   * back for want of room, so this reads the items first, unless they fit whatever their size.
   */
  private static int firstTooLarge(Container container, List<Prepared> prepared) {
    long most = prepared.stream().filter(BatchHandler::showsWhatIsThere).count();
    if (most * ItemSize.BYTES_MAX <= BatchResponseBudget.BYTES_MAX) {
      return -1;
    }
    BatchResponseBudget shown = new BatchResponseBudget();
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

  private void reject(Job job, List<Prepared> prepared, Throwable failure) {
    if (failure instanceof BatchRejectedException rejected) {
      int index = rejected.failedIndex();
      Throwable reported = prepared.get(index).operation().reported(rejected.failure());
      answer(job, rejected(prepared, index, reported));
    } else {
      job.call()
          .respond(
              answers
                  .of(job.container())
                  .failure(job.call().request(), job.container(), job.rangeId(), failure));
    }
  }

  private static BatchResult[] rejected(List<Prepared> prepared, int index, Throwable reported) {
    BatchResult[] results = new BatchResult[prepared.size()];
    Arrays.fill(results, BatchResult.notDone());
    results[index] = BatchResult.failed(reported);
    return results;
  }

  private static BatchResult[] done(List<Prepared> prepared, List<WriteOutcome> outcomes) {
    BatchResult[] results = new BatchResult[prepared.size()];
    for (int i = 0; i < results.length; i++) {
      // A limit of its own for each: what does not fit was refused before.
      results[i] = done(prepared.get(i), outcomes.get(i), new BatchResponseBudget());
    }
    return results;
  }

  private static BatchResult done(Prepared each, WriteOutcome outcome, BatchResponseBudget shown) {
    return BatchResult.done(each.operation(), outcome, each.answered(), shown);
  }

  /** Submits all operations at once; the completion of the last one sends the answer. */
  private void doEach(Job job, List<Prepared> prepared) {
    BatchResult[] results = new BatchResult[prepared.size()];
    AtomicInteger open = new AtomicInteger(results.length);
    BatchResponseBudget shown = new BatchResponseBudget();
    for (int i = 0; i < results.length; i++) {
      int index = i;
      Prepared each = prepared.get(i);
      submit(
          job.container(),
          each,
          shown,
          result -> {
            results[index] = result;
            if (open.decrementAndGet() == 0) {
              later(job.call(), () -> answer(job, results));
            }
          });
    }
  }

  private static void submit(
      Container container, Prepared each, BatchResponseBudget shown, Consumer<BatchResult> result) {
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
                      : BatchResult.failed(operation.reported(failure))));
    } catch (EngineException e) {
      result.accept(BatchResult.failed(operation.reported(e)));
    }
  }

  /** One after the other; this is a worker's thread and may wait. */
  private void doUntilFailure(Job job, List<Prepared> prepared) {
    BatchResult[] results = new BatchResult[prepared.size()];
    Arrays.fill(results, BatchResult.notDone());
    BatchResponseBudget shown = new BatchResponseBudget();
    for (int i = 0; i < results.length; i++) {
      results[i] = doOne(job.container(), prepared.get(i), shown);
      if (results[i].isFailure()) {
        break;
      }
    }
    answer(job, results);
  }

  private static BatchResult doOne(Container container, Prepared each, BatchResponseBudget shown) {
    if (each.failure() != null) {
      container.chargeRefused();
      return BatchResult.failed(each.failure());
    }
    ItemOperation operation = each.operation();
    try {
      return done(each, container.write(operation.request()), shown);
    } catch (EngineException e) {
      return BatchResult.failed(operation.reported(e));
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
      // A committed write must be answered, on whatever thread.
      guarded.run();
    }
  }

  private void answer(Job job, BatchResult[] results) {
    ItemAnswers known = answers.of(job.container());
    boolean failed = false;
    long charge = 0;
    for (BatchResult result : results) {
      failed |= result.isFailure();
      charge += result.chargeCentiRu();
    }
    Response response =
        (BatchOperationRow.isFirstOf(job.call().request().body())
                ? Response.binary(failed ? 207 : 200, hybridRow(results, known.form()))
                : Response.json(failed ? 207 : 200, json(results, known.form())))
            .charge(charge);
    job.call().respond(known.complete(response, job.rangeId(), job.container().lastLsn()));
  }

  private static byte[] json(BatchResult[] results, StoredItem form) {
    JsonWriter json = new JsonWriter();
    json.raw("[");
    for (int i = 0; i < results.length; i++) {
      if (i > 0) {
        json.raw(",");
      }
      results[i].write(json, form);
    }
    json.raw("]");
    return json.toByteArray();
  }

  private static byte[] hybridRow(BatchResult[] results, StoredItem form) {
    BatchResultWriter rows = new BatchResultWriter();
    for (BatchResult result : results) {
      result.write(rows, form);
    }
    return rows.toByteArray();
  }
}
