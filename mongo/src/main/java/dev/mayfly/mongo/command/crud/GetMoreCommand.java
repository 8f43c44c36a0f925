package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.cursor.OpenCursor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code getMore}. */
public final class GetMoreCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of("collection", "batchSize", "term", "lastKnownCommittedOpTime");

  private static final long AWAIT_MILLIS = 1000;

  private final Backend backend;

  public GetMoreCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public void start(CommandCall call) {
    BsonDocument first = run(call);
    BsonDocument cursor = first.getDocument("cursor");
    long id = cursor.getInt64("id").getValue();
    CompletableFuture<Void> change =
        id != 0 && cursor.getArray("nextBatch").isEmpty() ? backend.cursors().change(id) : null;
    if (change == null) {
      call.reply(first);
      return;
    }
    long millis = call.arguments().maxTimeMillis();
    change
        .completeOnTimeout(null, millis > 0 ? millis : AWAIT_MILLIS, TimeUnit.MILLISECONDS)
        .whenComplete((changed, failure) -> resume(call));
  }

  private void resume(CommandCall call) {
    try {
      call.client().execute(() -> again(call));
    } catch (RejectedExecutionException e) {
      call.fail(e);
    }
  }

  private void again(CommandCall call) {
    try {
      call.reply(run(call));
    } catch (RuntimeException | Error e) {
      call.fail(e);
    }
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    BsonValue id = arguments.value(call.name());
    if (!id.isInt64()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field 'getMore.getMore' is the wrong type '"
              + TypeNames.of(id)
              + "', expected type 'long'");
    }
    Namespace namespace = new Namespace(call.database(), arguments.requiredText("collection"));
    long batchSize = arguments.count("batchSize", 0);
    if (call.arguments().maxTimeMillis() > 0
        && !backend.cursors().isAwaiting(id.asInt64().getValue())) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "cannot set maxTimeMS on getMore command for a non-awaitData cursor");
    }
    return backend
        .cursors()
        .more(
            call,
            id.asInt64().getValue(),
            namespace,
            OpenCursor.owner(call),
            batchSize == 0 ? Long.MAX_VALUE : batchSize);
  }
}
