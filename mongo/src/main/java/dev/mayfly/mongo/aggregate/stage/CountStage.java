package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $count}: the number of documents; no output if there are none. */
public record CountStage(String field) implements Stage {
  private static final int EMPTY = 40157;

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isString()) {
      throw new MongoException(40156, "the count field must be a non-empty string");
    }
    String field = specification.asString().getValue();
    if (field.isEmpty()) {
      throw new MongoException(EMPTY, "the count field must be a non-empty string");
    }
    if (field.startsWith("$")) {
      throw new MongoException(40158, "the count field cannot be a $-prefixed path");
    }
    if (field.indexOf('\0') >= 0) {
      throw new MongoException(40159, "the count field cannot contain a null byte");
    }
    if (field.indexOf('.') >= 0) {
      throw new MongoException(40160, "the count field cannot contain '.'");
    }
    return new CountStage(field);
  }

  /** The output for a number of documents. */
  public BsonDocument counted(long documents) {
    return new BsonDocument(field, Numbers.integer(documents));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        long count = 0;
        while (source.next() != null) {
          steps.next();
          count++;
        }
        return count == 0 ? DocumentStreams.EMPTY : DocumentStreams.of(List.of(counted(count)));
      }
    };
  }
}
