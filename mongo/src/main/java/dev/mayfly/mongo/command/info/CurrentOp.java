package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** {@code currentOp}: what everybody is waiting for. */
public final class CurrentOp implements Command {
  private final Operations operations;

  public CurrentOp(Operations operations) {
    this.operations = requireNonNull(operations, "operations");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    BsonDocument body = call.body();
    boolean ownOnly = Fields.isTrue(body.get("$ownOps"));
    boolean idle = Fields.isTrue(body.get("$all"));
    return new BsonDocument("inprog", new BsonArray(operations.list(call, ownOnly, idle)));
  }
}
