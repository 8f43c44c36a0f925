package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public record KillCursorsCommand(Backend backend) implements Command {
  @Override
  public boolean isNonBlocking(CommandCall call) {
    return true;
  }

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("cursors"));
    arguments.requiredText(call.name());
    Predicate<Namespace> anybodys =
        name -> call.client().may(Action.KILL_ANY_CURSOR, name.database());
    BsonArray killed = new BsonArray();
    BsonArray missing = new BsonArray();
    for (BsonValue id : arguments.requiredArray("cursors")) {
      if (!id.isInt64()) {
        throw FieldErrors.wrongType("killCursors.cursors", TypeNames.of(id), "long");
      }
      boolean was =
          backend.cursors().kill(id.asInt64().getValue(), call.client().sessionOwner(), anybodys);
      (was ? killed : missing).add(id);
    }
    return new BsonDocument("cursorsKilled", killed)
        .append("cursorsNotFound", missing)
        .append("cursorsAlive", new BsonArray())
        .append("cursorsUnknown", new BsonArray());
  }
}
