package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $limit}: lets through the first documents. */
public final class LimitStage implements Stage {
  private static final int BAD_NUMBER = 5107201;
  private static final int NOT_POSITIVE = 15958;

  private final long count;

  private LimitStage(long count) {
    this.count = count;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    long count = Counts.parse("$limit", BAD_NUMBER, specification);
    if (count == 0) {
      throw new MongoException(NOT_POSITIVE, "the limit must be positive");
    }
    return new LimitStage(count);
  }

  public long count() {
    return count;
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    return new DerivedStream(source) {
      private long left = count;

      @Override
      public BsonDocument next() {
        if (left == 0) {
          return null;
        }
        left--;
        BsonDocument document = source.next();
        if (left == 0) {
          source.close();
        }
        return document;
      }
    };
  }
}
