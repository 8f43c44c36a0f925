package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.cursor.ClientCursor;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public record AggregateCommand(Backend backend) implements Command {
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

  /** Context of error messages. */
  static final String DOING = "aggregate command on namespace: ";

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    List<BsonDocument> stages = stages(arguments);
    if (arguments.flag("explain", false)) {
      BsonDocument plan =
          new PipelineExplanation(backend, call, namespace(call), arguments).plan(false);
      return Explanations.reply(call, plan, call.body());
    }
    if (!arguments.has("cursor")) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "The 'cursor' option is required, except for aggregate with the explain argument");
    }
    BsonDocument cursor = arguments.documentOrEmpty("cursor");
    long batchSize =
        CommandArguments.of("aggregate.cursor", cursor, Set.of("batchSize"))
            .count("batchSize", Cursors.FIRST_BATCH);
    if (ChangeStreamOpening.isOne(stages)) {
      ClientCursor stream =
          new ChangeStreamOpening(backend, call, namespace(call), arguments).open(stages);
      return backend.cursors().first(DOING, stream, batchSize, false);
    }
    Aggregation aggregation = new Aggregation(backend, call, namespace(call), arguments);
    ClientCursor opened = aggregation.open(stages);
    BsonDocument reply =
        backend.cursors().first(DOING, opened, aggregation.writes() ? 1 : batchSize, false);
    return WriteConcern.answered(call, reply);
  }

  static List<BsonDocument> stages(CommandArguments arguments) {
    arguments.requiredArray("pipeline");
    return arguments.documents("pipeline");
  }

  /** The namespace, or the database for collectionless aggregations. */
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
