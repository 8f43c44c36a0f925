package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.EvaluationCost;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * @param showsShards which clients find the only shard in {@code config.shards}
 */
public record FindCommand(Backend backend, Predicate<Client> showsShards) implements Command {
  static final Set<String> FIELDS =
      Set.of(
          "filter",
          "sort",
          "projection",
          "hint",
          "skip",
          "limit",
          "batchSize",
          "singleBatch",
          "max",
          "min",
          "returnKey",
          "showRecordId",
          "tailable",
          "oplogReplay",
          "noCursorTimeout",
          "awaitData",
          "allowPartialResults",
          "collation",
          "allowDiskUse",
          "let",
          "options",
          "term",
          "runtimeConstants",
          "legacyRuntimeConstants",
          "readOnce",
          "allowSpeculativeMajorityRead",
          "resumeAfter",
          "requestResumeToken",
          "ntoreturn");

  /** Within transactions, which do not read {@code config}. */
  public FindCommand(Backend backend) {
    this(backend, client -> false);
  }

  @Override
  public boolean isNonBlocking(CommandCall call) {
    BsonDocument body = call.body();
    BsonValue filter = body.get("filter");
    if (filter == null || !filter.isDocument() || Filters.idOf(filter.asDocument()) == null) {
      return false;
    }
    if (EvaluationCost.isExpensive(filter.asDocument()) || !isPlain(body.get("projection"))) {
      return false;
    }
    BsonValue name = body.get(call.name());
    if (name == null || !name.isString() || body.get("collation") != null) {
      return false;
    }
    Collection collection =
        backend.collections().find(new Namespace(call.database(), name.asString().getValue()));
    return collection == null
        || collection.view() == null && collection.parsing().order().collation() == null;
  }

  /** Whether a projection has no expressions, which may be expensive. */
  private static boolean isPlain(BsonValue projection) {
    if (projection == null || !projection.isDocument()) {
      return projection == null;
    }
    for (BsonValue each : projection.asDocument().values()) {
      if (!each.isNumber() && !each.isBoolean()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    FindRequest find = FindRequest.parse(arguments, collection, backend.variables());
    boolean shards =
        collection == null
            && RouterShards.NAMESPACE.equals(namespace)
            && showsShards.test(call.client());
    if (shards || collection != null && collection.view() != null) {
      List<BsonDocument> stages = ViewFind.stages(arguments);
      if (shards) {
        stages.add(0, RouterShards.source(call.client()));
      }
      return backend
          .cursors()
          .first(
              AggregateCommand.DOING,
              new Aggregation(backend, call, namespace, arguments).open(stages),
              find.firstBatch(),
              find.singleBatch());
    }
    return backend
        .cursors()
        .first(
            "find command: ",
            find.open(call, namespace, collection, backend.reader(call, arguments)),
            find.firstBatch(),
            find.singleBatch());
  }
}
