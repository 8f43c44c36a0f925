package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $count}: says how many documents came; nothing if none did. */
public final class CountStage implements Stage {
  private static final int NOT_A_TEXT = 40156;
  private static final int EMPTY = 40157;
  private static final int DOLLAR = 40158;
  private static final int NULL_CHARACTER = 40159;
  private static final int DOT = 40160;

  private final String field;

  private CountStage(String field) {
    this.field = field;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isString()) {
      throw new MongoException(NOT_A_TEXT, "the count field must be a non-empty string");
    }
    String field = specification.asString().getValue();
    if (field.isEmpty()) {
      throw new MongoException(EMPTY, "the count field must be a non-empty string");
    }
    if (field.startsWith("$")) {
      throw new MongoException(DOLLAR, "the count field cannot be a $-prefixed path");
    }
    if (field.indexOf('\0') >= 0) {
      throw new MongoException(NULL_CHARACTER, "the count field cannot contain a null byte");
    }
    if (field.indexOf('.') >= 0) {
      throw new MongoException(DOT, "the count field cannot contain '.'");
    }
    return new CountStage(field);
  }

  /** What comes out when that many came in. */
  public BsonDocument counted(long documents) {
    return new BsonDocument(field, Numbers.integer(documents));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
    return new DrainedStream(source) {
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
