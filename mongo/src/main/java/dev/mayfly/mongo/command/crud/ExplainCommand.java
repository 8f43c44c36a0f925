package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code explain}: nothing is written, whatever is explained. */
public final class ExplainCommand implements Command {
  private static final Set<String> VERBOSITIES =
      Set.of("queryPlanner", "executionStats", "allPlansExecution");
  private static final Set<String> EXPLAINED =
      Set.of("find", "aggregate", "count", "distinct", "update", "delete", "findAndModify");

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
    if (!EXPLAINED.contains(name)) {
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
    Settings.checkHint(collection, inner.get("hint"));
    BsonDocument filter = filter(name, inner);
    BsonValue sort = inner.get("sort");
    BsonDocument reply =
        Explanations.planner(
            namespace,
            filter,
            collection,
            sort != null && sort.isDocument() ? sort.asDocument() : null);
    reply.append("command", inner);
    if (verbosity == null || !verbosity.equals("queryPlanner")) {
      reply.append("executionStats", executed(call, collection, filter));
    }
    return reply;
  }

  private static BsonDocument filter(String name, BsonDocument inner) {
    BsonValue filter =
        switch (name) {
          case "find" -> inner.get("filter");
          case "count", "distinct", "findAndModify" -> inner.get("query");
          case "update" -> first(inner.get("updates"), "q");
          case "delete" -> first(inner.get("deletes"), "q");
          default -> first(inner.get("pipeline"), "$match");
        };
    return filter != null && filter.isDocument() ? filter.asDocument() : new BsonDocument();
  }

  private static BsonValue first(BsonValue statements, String field) {
    boolean none = statements == null || !statements.isArray() || statements.asArray().isEmpty();
    BsonValue first = none ? null : statements.asArray().get(0);
    return first != null && first.isDocument() ? first.asDocument().get(field) : null;
  }

  /** What reading for the command takes: how many documents match. */
  private BsonDocument executed(CommandCall call, Collection collection, BsonDocument filter) {
    long returned = 0;
    long examined = 0;
    if (collection != null && collection.view() == null) {
      Query query = Query.of(filter, null, collection.parsing(), backend.variables());
      examined = query.id() == null ? collection.container().live().items() : 1;
      try (DocumentStream found =
          new FindStream(
              Candidates.of(collection, query, new Reader(call), Long.MAX_VALUE),
              query,
              null,
              0,
              Long.MAX_VALUE)) {
        while (found.next() != null) {
          returned++;
        }
      }
    }
    return new BsonDocument("executionSuccess", BsonBoolean.TRUE)
        .append("nReturned", Numbers.integer(returned))
        .append("executionTimeMillis", new BsonInt32(0))
        .append("totalKeysExamined", new BsonInt32(0))
        .append("totalDocsExamined", Numbers.integer(examined))
        .append("executionStages", new BsonDocument("stage", new BsonString("COLLSCAN")))
        .append("allPlansExecution", new BsonArray());
  }
}
