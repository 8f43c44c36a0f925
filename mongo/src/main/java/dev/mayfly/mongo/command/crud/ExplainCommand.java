package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code explain}: nothing is written, whatever is explained. */
public final class ExplainCommand implements Command {
  private static final Set<String> VERBOSITIES =
      Set.of("queryPlanner", "executionStats", "allPlansExecution");

  private final Backend backend;

  public ExplainCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, Set.of("verbosity"));
    String verbosity = arguments.text("verbosity");
    if (verbosity != null && !VERBOSITIES.contains(verbosity)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "verbosity string must be one of {'queryPlanner', 'executionStats',"
              + " 'allPlansExecution'}");
    }
    BsonDocument inner = arguments.requiredDocument(call.name());
    String name = inner.isEmpty() ? "" : inner.getFirstKey();
    if (!ExplainParser.knows(name)) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_FOUND, "Explain failed due to unknown command: " + name);
    }
    BsonValue target = inner.get(name);
    if (!target.isString()) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "Explain needs the name of a collection");
    }
    Namespace namespace = new Namespace(call.database(), target.asString().getValue());
    Names.check(namespace);
    Collection collection = backend.collections().find(namespace);
    Explained explained = ExplainParser.parse(inner, collection, backend.variables());
    Reader reader = new Reader(call);
    BsonDocument reply = Explanations.planner(namespace, explained, reader);
    reply.append("command", inner);
    if (verbosity == null || !verbosity.equals("queryPlanner")) {
      reply.append("executionStats", explained.executed(reader));
    }
    return reply;
  }
}
