package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.cursor.ClientCursor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public record GetMoreCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of("collection", "batchSize", "term", "lastKnownCommittedOpTime");

  private static final long AWAIT_MILLIS = 1000;

  /** Failures after which drivers resume a change stream. */
  private static final Set<Integer> RESUMABLE =
      Set.of(
          6, 7, 89, 91, 133, 134, 150, 189, 234, 262, 317, 358, 384, 9001, 10107, 11600, 11602,
          13388, 13435, 13436);

  @Override
  public void start(CommandCall call) {
    long millis = call.arguments().maxTimeMillis();
    long untilNanos =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis > 0 ? millis : AWAIT_MILLIS);
    step(call, untilNanos);
  }

  /** Replies, or waits for a change and tries again; after its time it replies in any case. */
  private void step(CommandCall call, long untilNanos) {
    BsonDocument reply = run(call);
    BsonDocument cursor = reply.getDocument("cursor");
    long id = cursor.getInt64("id").getValue();
    long leftNanos = untilNanos - System.nanoTime();
    CompletableFuture<Void> change =
        id != 0 && leftNanos > 0 && cursor.getArray("nextBatch").isEmpty()
            ? backend.cursors().change(id)
            : null;
    if (change == null) {
      call.reply(reply);
      return;
    }
    change
        .completeOnTimeout(null, leftNanos, TimeUnit.NANOSECONDS)
        .whenComplete((changed, failure) -> resume(call, untilNanos));
  }

  private void resume(CommandCall call, long untilNanos) {
    try {
      call.client()
          .execute(
              () -> {
                try {
                  step(call, untilNanos);
                } catch (RuntimeException | Error e) {
                  call.fail(e);
                }
              });
    } catch (RejectedExecutionException e) {
      call.fail(e);
    }
  }

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    BsonValue id = arguments.value(call.name());
    if (id == null || !id.isInt64()) {
      throw FieldErrors.wrongType("getMore.getMore", TypeNames.of(id), "long");
    }
    Namespace namespace = new Namespace(call.database(), arguments.requiredText("collection"));
    long batchSize = arguments.count("batchSize", 0);
    if (call.arguments().maxTimeMillis() > 0
        && !backend.cursors().isAwaitData(id.asInt64().getValue())) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
    }
    if (backend.cursors().isAwaitData(id.asInt64().getValue())) {
      call.waits();
    }
    boolean stream = backend.cursors().isChangeStream(id.asInt64().getValue());
    try {
      return backend
          .cursors()
          .more(
              call,
              id.asInt64().getValue(),
              namespace,
              ClientCursor.owner(call),
              batchSize == 0 ? Long.MAX_VALUE : batchSize,
              backend.failPoints()::checkGetMore);
    } catch (RuntimeException e) {
      MongoException failure = Failures.translate(e);
      throw stream && RESUMABLE.contains(failure.code())
          ? failure.labelled("ResumableChangeStreamError")
          : failure;
    }
  }
}
