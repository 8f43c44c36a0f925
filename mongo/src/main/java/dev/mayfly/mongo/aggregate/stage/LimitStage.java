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

public record LimitStage(long count) implements Stage {
  private static final int BAD_NUMBER = 5107201;

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    long count = Counts.parse("$limit", BAD_NUMBER, specification);
    if (count == 0) {
      throw new MongoException(15958, "the limit must be positive");
    }
    return new LimitStage(count);
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
