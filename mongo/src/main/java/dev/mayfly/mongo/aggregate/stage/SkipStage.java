package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $skip}: leaves out the first documents. */
public final class SkipStage implements Stage {
  private static final int BAD_NUMBER = 5107200;

  private final long count;

  private SkipStage(long count) {
    this.count = count;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new SkipStage(Counts.parse("$skip", BAD_NUMBER, specification));
  }

  public long count() {
    return count;
  }

  /** One that skips as much as both. */
  public SkipStage after(SkipStage other) {
    return new SkipStage(sum(count, other.count));
  }

  /** The sum of two counts, or the largest one there is. */
  public static long sum(long first, long second) {
    long sum = first + second;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
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
