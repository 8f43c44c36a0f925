package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.projection.Projection;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

public record UnsetStage(Projection without) implements DocumentStage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    BsonDocument dropped = new BsonDocument();
    for (BsonValue path : paths(specification)) {
      if (!path.isString()) {
        throw new MongoException(
            31120,
            "$unset specification must be a string or an array containing only string values");
      }
      if (dropped.put(path.asString().getValue(), new BsonInt32(0)) != null) {
        throw new MongoException(
            31250,
            "Invalid $unset :: caused by :: Path collision at " + path.asString().getValue());
      }
    }
    try {
      return new UnsetStage(Projection.parseStage(dropped, scope.context()));
    } catch (MongoException e) {
      throw e.in("Invalid $unset :: caused by :: ");
    }
  }

  private static List<BsonValue> paths(BsonValue specification) {
    if (specification.isString()) {
      return List.of(specification);
    }
    if (!specification.isArray()) {
      throw new MongoException(31002, "$unset specification must be a string or an array");
    }
    if (specification.asArray().isEmpty()) {
      throw new MongoException(
          31119, "$unset specification must be a string or an array with at least one field");
    }
    return specification.asArray();
  }

  @Override
  public BsonDocument apply(BsonDocument document, Variables variables) {
    return without.apply(document, variables, null);
  }
}
