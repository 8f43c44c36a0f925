package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.GenericArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code setParameter}: another value for one of the few that can change. */
public final class SetParameter implements Command {
  private final Parameters parameters;

  public SetParameter(Parameters parameters) {
    this.parameters = requireNonNull(parameters, "parameters");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    BsonDocument answer = null;
    for (String name : call.body().keySet()) {
      if (name.equals(call.name()) || GenericArguments.isGeneric(name)) {
        continue;
      }
      BsonValue before = parameters.get(name);
      if (before == null) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            "attempted to set unrecognized parameter ["
                + name
                + "], use help:true to see options ");
      }
      if (!parameters.isChangeable(name)) {
        throw new MongoException(
            ErrorCodes.ILLEGAL_OPERATION, "not allowed to change [" + name + "] at runtime");
      }
      parameters.set(name, call.body().get(name));
      if (answer == null) {
        answer = new BsonDocument("was", before);
      }
    }
    if (answer == null) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "no option found to set, use help:true to see options ");
    }
    return answer;
  }
}
