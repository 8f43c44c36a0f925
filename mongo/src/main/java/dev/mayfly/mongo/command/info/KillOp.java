package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;

/** {@code killOp}: ends what somebody is waiting for. */
public final class KillOp implements Command {
  private final Operations operations;

  public KillOp(Operations operations) {
    this.operations = requireNonNull(operations, "operations");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    if (!(call.body().get("op") instanceof BsonNumber id)) {
      throw Fields.missing(call, "op");
    }
    operations.kill(call, id.intValue());
    return new BsonDocument("info", new BsonString("attempting to kill op"));
  }
}
