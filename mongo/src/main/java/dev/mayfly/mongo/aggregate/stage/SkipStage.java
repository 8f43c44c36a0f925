package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public record SkipStage(long count) implements Stage {
  private static final int BAD_NUMBER = 5107200;

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new SkipStage(Counts.parse("$skip", BAD_NUMBER, specification));
  }

  /** This stage combined with another one. */
  public SkipStage after(SkipStage other) {
    return new SkipStage(sum(count, other.count));
  }

  /** The sum, saturated. */
  public static long sum(long first, long second) {
    long sum = first + second;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    return new DerivedStream(source) {
      private long left = count;

      @Override
      public BsonDocument next() {
        for (; left > 0; left--) {
          if (source.next() == null) {
            return null;
          }
          steps.next();
        }
        return source.next();
      }
    };
  }
}
