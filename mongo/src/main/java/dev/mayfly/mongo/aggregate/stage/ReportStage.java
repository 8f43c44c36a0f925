package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.StageParser;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/**
 * {@code $collStats}, {@code $indexStats}, {@code $currentOp}, {@code $listSessions}, {@code
 * $listLocalSessions} and {@code $planCacheStats}: what the server tells about itself.
 */
public final class ReportStage implements SourceStage {
  private final String name;
  private final BsonDocument options;

  private ReportStage(String name, BsonDocument options) {
    this.name = name;
    this.options = options;
  }

  /** Reads the options of the report with this name. */
  public static StageParser named(String name) {
    return (specification, scope) -> {
      if (!specification.isDocument()) {
        throw new MongoException(
            ErrorCodes.FAILED_TO_PARSE,
            name
                + " must take a nested object but found: "
                + name
                + ": "
                + BsonText.of(specification));
      }
      return new ReportStage(name, specification.asDocument());
    };
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    source.close();
    return DocumentStreams.of(context.report(name, options));
  }
}
