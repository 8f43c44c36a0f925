package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code killCursors}. */
public final class KillCursorsCommand implements Command {
  private final Backend backend;

  public KillCursorsCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public boolean isQuick(CommandCall call) {
    return true;
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, Set.of("cursors"));
    Namespace namespace = new Namespace(call.database(), arguments.requiredText(call.name()));
    boolean anybodys = call.client().may(Action.KILL_ANY_CURSOR, call.database());
    BsonArray killed = new BsonArray();
    BsonArray missing = new BsonArray();
    for (BsonValue id : arguments.requiredArray("cursors")) {
      if (!id.isInt64()) {
        throw new MongoException(
            ErrorCodes.TYPE_MISMATCH,
            "BSON field 'killCursors.cursors' is the wrong type '"
                + TypeNames.of(id)
                + "', expected type 'long'");
      }
      boolean was =
          backend
              .cursors()
              .kill(id.asInt64().getValue(), namespace, call.client().sessionOwner(), anybodys);
      (was ? killed : missing).add(id);
    }
    return new BsonDocument("cursorsKilled", killed)
        .append("cursorsNotFound", missing)
        .append("cursorsAlive", new BsonArray())
        .append("cursorsUnknown", new BsonArray());
  }
}
