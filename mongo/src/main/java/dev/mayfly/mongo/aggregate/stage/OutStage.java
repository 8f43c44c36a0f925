package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.OutputStage;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $out}: replaces a collection by the input. */
public record OutStage(OutputTarget target) implements OutputStage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new OutStage(
        OutputTarget.parse(
            "$out",
            specification,
            new MongoException(
                16990,
                "$out only supports a string or object argument, but found "
                    + TypeNames.of(specification))));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
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
