package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Weight;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.filter.Filters;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code find}. */
public final class FindCommand implements Command {
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

  private final Backend backend;

  public FindCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public boolean isQuick(CommandCall call) {
    BsonDocument body = call.body();
    BsonValue filter = body.get("filter");
    if (filter == null || !filter.isDocument() || Filters.idOf(filter.asDocument()) == null) {
      return false;
    }
    if (Weight.isHeavy(filter.asDocument()) || !isPlain(body.get("projection"))) {
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

  /** Whether a projection only names fields: expressions may compute for long. */
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
    Arguments arguments = Arguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    Find find = Find.parse(arguments, collection, backend.variables());
    if (collection != null && collection.view() != null) {
      return backend
          .cursors()
          .first(
              AggregateCommand.DOING,
              new Aggregation(backend, call, namespace, arguments).open(ViewFind.stages(arguments)),
              find.firstBatch(),
              find.singleBatch());
    }
    return backend
        .cursors()
        .first(
            "find command: ",
            find.open(call, namespace, collection),
            find.firstBatch(),
            find.singleBatch());
  }
}
