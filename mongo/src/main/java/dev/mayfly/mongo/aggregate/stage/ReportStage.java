package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.StageParser;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * {@code $collStats}, {@code $indexStats}, {@code $currentOp}, {@code $listSessions}, {@code
 * $listLocalSessions}, {@code $listSearchIndexes} and {@code $planCacheStats}.
 */
public record ReportStage(String name, BsonDocument options) implements SourceStage {
  private static final Set<String> COLL_STATS =
      Set.of(
          "latencyStats",
          "storageStats",
          "count",
          "queryExecStats",
          "operationStats",
          "targetAllNodes");
  private static final Set<String> CURRENT_OP =
      Set.of(
          "allUsers",
          "idleConnections",
          "idleSessions",
          "localOps",
          "truncateOps",
          "idleCursors",
          "backtrace",
          "targetAllNodes");

  /** The parser of the stage with this name. */
  public static StageParser named(String name) {
    return (specification, scope) -> {
      if (!specification.isDocument()) {
        throw new MongoException(
            ErrorCodes.FAILED_TO_PARSE,
            "%s must take a nested object but found: %s: %s"
                .formatted(name, name, BsonText.of(specification)));
      }
      specification.asDocument().keySet().forEach(option -> checkOption(name, option));
      if (name.equals("$listSearchIndexes")) {
        checkSearchIndex(specification.asDocument());
      }
      return new ReportStage(name, specification.asDocument());
    };
  }

  private static void checkOption(String name, String option) {
    switch (name) {
      case "$indexStats" ->
          throw new MongoException(
              28803, "The $indexStats stage specification must be an empty object");
      case "$collStats" -> {
        if (!COLL_STATS.contains(option)) {
          throw FieldErrors.unknown("$collStats." + option);
        }
      }
      case "$currentOp" -> {
        if (!CURRENT_OP.contains(option)) {
          throw new MongoException(
              ErrorCodes.FAILED_TO_PARSE,
              "Unrecognized option '" + option + "' in $currentOp stage.");
        }
      }
      case "$listSearchIndexes" -> {
        if (!option.equals("name") && !option.equals("id")) {
          throw FieldErrors.unknown("$listSearchIndexes." + option);
        }
      }
      default -> {
        // Options of the other stages have no effect here.
      }
    }
  }

  private static void checkSearchIndex(BsonDocument options) {
    options.forEach(
        (option, value) -> {
          if (!value.isString()) {
            throw FieldErrors.wrongType(
                "$listSearchIndexes." + option, TypeNames.of(value), "string");
          }
        });
    if (options.size() > 1) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "Cannot set both 'name' and 'id' for $listSearchIndexes.");
    }
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    source.close();
    return DocumentStreams.of(context.report(name, options));
  }
}
