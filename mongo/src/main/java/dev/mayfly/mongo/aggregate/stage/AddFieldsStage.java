package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $addFields} and {@code $set}: computes fields and keeps all others. */
public final class AddFieldsStage implements DocumentStage {
  private static final int NOT_AN_OBJECT = 40272;
  private static final int EMPTY = 40177;

  private final AddedFields fields;

  private AddFieldsStage(AddedFields fields) {
    this.fields = fields;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return parse("$addFields", specification, scope);
  }

  public static Stage parseSet(BsonValue specification, PipelineScope scope) {
    return parse("$set", specification, scope);
  }

  private static Stage parse(String name, BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          NOT_AN_OBJECT,
          name + " specification stage must be an object, got " + TypeNames.of(specification));
    }
    String place = "Invalid " + name + " :: caused by :: ";
    if (specification.asDocument().isEmpty()) {
      throw new MongoException(EMPTY, place + "specification must have at least one field");
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
