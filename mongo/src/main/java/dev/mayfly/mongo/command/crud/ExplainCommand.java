package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code explain}: never writes. */
public final class ExplainCommand implements Command {
  private static final Set<String> VERBOSITIES =
      Set.of("queryPlanner", "executionStats", "allPlansExecution");

  private final Backend backend;

  public ExplainCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("verbosity"));
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
    boolean statistics = verbosity == null || !verbosity.equals("queryPlanner");
    return Explanations.reply(call, plan(call, inner, namespace, statistics), inner);
  }

  private BsonDocument plan(
      CommandCall call, BsonDocument inner, Namespace namespace, boolean statistics) {
    if (inner.getFirstKey().equals("aggregate")) {
      return new PipelineExplanation(backend, call, namespace, ExplainParser.arguments(inner))
          .plan(statistics);
    }
    Collection collection = backend.collections().find(namespace);
    Explained explained = ExplainParser.parse(inner, collection, backend.variables());
    Reader reader = backend.reader(call, ExplainParser.arguments(inner));
    return Explanations.read(namespace, explained, reader, statistics);
  }
}
