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
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code getMore}. */
public final class GetMoreCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of("collection", "batchSize", "term", "lastKnownCommittedOpTime");

  private final Backend backend;

  public GetMoreCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
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
