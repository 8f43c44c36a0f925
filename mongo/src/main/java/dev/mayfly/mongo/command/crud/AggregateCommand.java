package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.cursor.OpenCursor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code aggregate}. */
public final class AggregateCommand implements Command {
  static final Set<String> FIELDS =
      Set.of(
          "pipeline",
          "cursor",
          "explain",
          "allowDiskUse",
          "bypassDocumentValidation",
          "hint",
          "collation",
          "let",
          "needsMerge",
          "fromMongos",
          "fromRouter",
          "exchange",
          "requestReshardingResumeToken",
          "isMapReduceCommand",
          "bypassEmptyTsReplacement");

  /** What fails is said to have failed meanwhile. */
  static final String DOING = "aggregate command on namespace: ";

  private final Backend backend;

  public AggregateCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    List<BsonDocument> stages = stages(arguments);
    if (arguments.flag("explain", false)) {
      return Explanations.aggregate(backend, call, arguments, namespace(call), stages);
    }
    if (!arguments.has("cursor")) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The 'cursor' option is required, except for aggregate with the explain argument");
    }
    BsonDocument cursor = arguments.documentOrEmpty("cursor");
    long batchSize =
        Arguments.of("aggregate.cursor", cursor, Set.of("batchSize"))
            .count("batchSize", Cursors.FIRST_BATCH);
    Aggregation aggregation = new Aggregation(backend, call, namespace(call), arguments);
    OpenCursor opened = aggregation.open(stages);
    BsonDocument reply =
        backend.cursors().first(DOING, opened, aggregation.writes() ? 1 : batchSize, false);
    return WriteConcern.answered(call, reply);
  }

  static List<BsonDocument> stages(Arguments arguments) {
    arguments.requiredArray("pipeline");
    return arguments.documents("pipeline");
  }

  /** The collection, or the database where the command names none. */
  static Namespace namespace(CommandCall call) {
    BsonValue target = call.body().get(call.name());
    if (target.isString()) {
      Namespace named = new Namespace(call.database(), target.asString().getValue());
      Names.check(named);
      return named;
    }
    if (Fields.isTrue(target) && target.isNumber()) {
      return new Namespace(call.database(), "$cmd.aggregate");
    }
    throw new MongoException(
        ErrorCodes.FAILED_TO_PARSE,
        "Invalid command format: the 'aggregate' field must specify a collection name or 1, not "
            + TypeNames.of(target));
  }
}
