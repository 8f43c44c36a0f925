package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.projection.Projection;
import org.bson.BsonDocument;
import org.bson.BsonValue;

public record ProjectStage(Projection projection) implements DocumentStage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(15969, "$project specification must be an object");
    }
    if (specification.asDocument().isEmpty()) {
      throw new MongoException(
          51272,
          "Invalid $project :: caused by :: projection specification must have at least one"
              + " field");
    }
    try {
      return new ProjectStage(Projection.parseStage(specification.asDocument(), scope.context()));
    } catch (MongoException e) {
      throw e.in("Invalid $project :: caused by :: ");
    }
  }

  @Override
  public BsonDocument apply(BsonDocument document, Variables variables) {
    return projection.apply(document, variables, null);
  }
}
