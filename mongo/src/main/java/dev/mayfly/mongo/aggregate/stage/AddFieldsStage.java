package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $addFields} and {@code $set}. */
public record AddFieldsStage(AddedFields fields) implements DocumentStage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return parse("$addFields", specification, scope);
  }

  public static Stage parseSet(BsonValue specification, PipelineScope scope) {
    return parse("$set", specification, scope);
  }

  private static Stage parse(String name, BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          40272,
          name + " specification stage must be an object, got " + TypeNames.of(specification));
    }
    String place = "Invalid " + name + " :: caused by :: ";
    if (specification.asDocument().isEmpty()) {
      throw new MongoException(40177, place + "specification must have at least one field");
    }
    try {
      return new AddFieldsStage(AddedFields.parse(specification.asDocument(), scope.context()));
    } catch (MongoException e) {
      throw e.in(place);
    }
  }

  @Override
  public BsonDocument apply(BsonDocument document, Variables variables) {
    return fields.apply(document, variables.on(document));
  }
}
