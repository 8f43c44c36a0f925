package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $sortByCount}: the values by descending frequency. */
public record SortByCountStage(Stage group, Stage sort) implements Stage {
  private static final int NOT_AN_EXPRESSION = 40147;
  private static final int NOT_A_PATH = 40148;
  private static final int NOT_A_VALUE = 40149;

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (specification.isDocument()) {
      BsonDocument expression = specification.asDocument();
      if (expression.isEmpty() || !expression.getFirstKey().startsWith("$")) {
        throw new MongoException(
            NOT_AN_EXPRESSION,
            "the sortByCount field must be defined as a $-prefixed path or an expression"
                + " inside an object");
      }
    } else if (!specification.isString()) {
      throw new MongoException(
          NOT_A_VALUE, "the sortByCount field must be specified as a string or as an object");
    } else if (!specification.asString().getValue().startsWith("$")) {
      throw new MongoException(
          NOT_A_PATH,
          "the sortByCount field must be defined as a $-prefixed path or an expression inside"
              + " an object");
    }
    BsonDocument count = new BsonDocument("$sum", new BsonInt32(1));
    BsonDocument group = new BsonDocument("_id", specification).append("count", count);
    BsonDocument sort = new BsonDocument("count", new BsonInt32(-1));
    return new SortByCountStage(GroupStage.parse(group, scope), SortStage.parse(sort, scope));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    return sort.over(group.over(source, variables, context), variables, context);
  }
}
