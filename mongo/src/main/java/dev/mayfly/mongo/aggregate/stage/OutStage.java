package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.aggregate.WritingStage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $out}: replaces a collection by the documents. */
public final class OutStage implements WritingStage {
  private static final int BAD_TYPE = 16990;

  private final TargetNames target;

  private OutStage(TargetNames target) {
    this.target = target;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new OutStage(
        TargetNames.parse(
            "$out",
            specification,
            new MongoException(
                BAD_TYPE,
                "$out only supports a string or object argument, but found "
                    + TypeNames.of(specification))));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        try (PipelineContext.Output output = context.replacing(target.in(context))) {
          for (BsonDocument each = source.next(); each != null; each = source.next()) {
            steps.next();
            output.write(WithId.of(each));
          }
          output.finish();
        }
        return DocumentStreams.EMPTY;
      }
    };
  }
}
