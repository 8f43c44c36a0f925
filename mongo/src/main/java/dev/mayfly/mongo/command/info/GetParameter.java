package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.GenericArguments;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code getParameter}: how the server is set. */
public final class GetParameter implements QuickCommand {
  private static final Set<String> OPTIONS = Set.of("allParameters", "showDetails", "setAt");

  private final Parameters parameters;

  public GetParameter(Parameters parameters) {
    this.parameters = requireNonNull(parameters, "parameters");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    BsonValue which = call.body().get(call.name());
    boolean details = false;
    boolean all = which instanceof BsonString star && star.getValue().equals("*");
    if (which instanceof BsonDocument options) {
      details = Fields.isTrue(options.get("showDetails"));
      all = Fields.isTrue(options.get("allParameters"));
    }
    BsonDocument found = new BsonDocument();
    for (String name : all ? parameters.toDocument().keySet() : call.body().keySet()) {
      BsonValue value = parameters.get(name);
      if (value != null && !GenericArguments.isGeneric(name) && !OPTIONS.contains(name)) {
        found.append(name, details ? detailed(name, value) : value);
      }
    }
    if (found.isEmpty()) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "no option found to get");
    }
    return found;
  }

  private BsonDocument detailed(String name, BsonValue value) {
    return new BsonDocument("value", value)
        .append("settableAtRuntime", BsonBoolean.valueOf(parameters.isChangeable(name)))
        .append("settableAtStartup", BsonBoolean.FALSE);
  }
}
