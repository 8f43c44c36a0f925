package dev.mayfly.cosmos.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.HeaderNames;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.RangeIds;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.partition.PartitionKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A write of one item with its triggers, in one transaction. */
final class TriggeredWrite {
  private static final int ATTEMPTS_MAX = 5;

  private final Engine engine;
  private final Triggers triggers;
  private final ItemAnswers.Cache answers;

  TriggeredWrite(Engine engine, Triggers triggers, ItemAnswers.Cache answers) {
    this.engine = requireNonNull(engine, "engine");
    this.triggers = requireNonNull(triggers, "triggers");
    this.answers = requireNonNull(answers, "answers");
  }

  static boolean isOne(Request request) {
    return request.header(HeaderNames.PRE_TRIGGERS) != null
        || request.header(HeaderNames.POST_TRIGGERS) != null;
  }

  /** Does it and returns the answer, on a worker. */
  Response run(
      Call call, Container container, PartitionKey partition, Triggers.Operation operation) {
    for (int attempt = 1; ; attempt++) {
      try {
        Response response = attempt(call, container, partition, operation);
        if (response != null) {
          return response;
        }
      } catch (EngineException e) {
        if (e.code() != ErrorCode.WRITE_CONFLICT || attempt == ATTEMPTS_MAX) {
          return failure(call, container, partition, e);
        }
      } catch (CosmosException e) {
        return failure(call, container, partition, e);
      }
      if (attempt == ATTEMPTS_MAX) {
        return failure(
            call,
            container,
            partition,
            CosmosException.errors(449, 0, "Others wrote the same items: try again."));
      }
    }
  }

  private Response failure(Call call, Container container, PartitionKey partition, Throwable e) {
    int range = RangeIds.of(container, partition);
    return answers.of(container).failure(call.request(), container, range, e);
  }

  /** Null if it has to be repeated. */
  private Response attempt(
      Call call, Container container, PartitionKey partition, Triggers.Operation operation) {
    try (Transaction transaction = engine.begin()) {
      Container view = transaction.in(container);
      ScriptedItems items = new ScriptedItems(view, partition);
      Triggers.Run run = triggers.open(call, container, transaction, items, operation);
      Request request = call.request();
      byte[] body = run.before(request.body());
      if (run.hasConflict()) {
        return null;
      }
      ItemSize.checkSent(body.length);
      ItemOperation written = operation(call, partition, operation, body);
      WriteOutcome pending = items.apply(written);
      StoredItem form = answers.of(container).form();
      byte[] stored = pending.item() == null ? Request.NO_BODY : written.json(form, pending.item());
      String shown = run.after(body, stored);
      if (run.hasConflict()) {
        return null;
      }
      List<WriteOutcome> committed = transaction.commit();
      long charge = items.chargeCentiRu() + run.chargeCentiRu();
      return answer(call, container, partition, written, pending, committed, items, shown)
          .charge(charge);
    }
  }

  private static ItemOperation operation(
      Call call, PartitionKey partition, Triggers.Operation operation, byte[] body) {
    Preconditions preconditions = Preconditions.of(call.request());
    ItemOperation.Sent sent = new ItemOperation.Sent(body, 0, body.length, true);
    return switch (operation) {
      case CREATE -> ItemOperation.create(partition, sent, preconditions);
      case UPSERT -> ItemOperation.upsert(partition, sent, preconditions);
      case REPLACE -> ItemOperation.replace(partition, call.path().lastId(), sent, preconditions);
      case DELETE -> ItemOperation.delete(ItemHandler.key(call, partition), preconditions);
    };
  }

  private Response answer(
      Call call,
      Container container,
      PartitionKey partition,
      ItemOperation written,
      WriteOutcome pending,
      List<WriteOutcome> committed,
      ScriptedItems items,
      String shown) {
    ItemAnswers known = answers.of(container);
    int range = RangeIds.of(container, partition);
    long lsn = container.lastLsn();
    int status = written.status(pending);
    Item item = find(committed, pending.item());
    if (item == null) {
      Response response = shown == null ? Response.of(status) : Response.json(status, utf8(shown));
      return known.complete(response, range, lsn);
    }
    byte[] json =
        shown != null
            ? utf8(items.committed(shown, committed))
            : ItemHandler.isAnswered(call.request()) ? written.json(known.form(), item) : null;
    Response response = json == null ? Response.of(status) : Response.json(status, json);
    return known.complete(response, item, range, lsn);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Item find(List<WriteOutcome> committed, Item pending) {
    return pending == null
        ? null
        : committed.stream()
            .map(WriteOutcome::item)
            .filter(item -> item != null && Arrays.equals(item.address(), pending.address()))
            .findFirst()
            .orElse(null);
  }
}
