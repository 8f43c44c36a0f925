package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.projection.Projection;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $project}: keeps, drops and computes fields. */
public final class ProjectStage implements DocumentStage {
  private static final int NOT_AN_OBJECT = 15969;
  private static final int EMPTY = 51272;

  private final Projection projection;

  private ProjectStage(Projection projection) {
    this.projection = projection;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(NOT_AN_OBJECT, "$project specification must be an object");
    }
    if (specification.asDocument().isEmpty()) {
      throw new MongoException(
          EMPTY,
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
