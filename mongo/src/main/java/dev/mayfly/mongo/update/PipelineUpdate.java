package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.INVALID_OPTIONS;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import dev.mayfly.mongo.projection.Projection;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An update made of stages that change single documents. */
final class PipelineUpdate extends Update {
  private static final int NOT_ONE_FIELD = 40323;

  /** One stage. */
  private interface Step {
    BsonDocument apply(BsonDocument document, Variables variables);
  }

  private final List<Step> steps = new ArrayList<>();

  PipelineUpdate(List<BsonValue> stages, ParseContext context) {
    for (BsonValue stage : stages) {
      if (!stage.isDocument()) {
        throw new MongoException(
            dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH,
            "Each element of the 'pipeline' array must be an object");
      }
      if (stage.asDocument().size() != 1) {
        throw new MongoException(
            NOT_ONE_FIELD, "A pipeline stage specification object must contain exactly one field.");
      }
      String name = stage.asDocument().getFirstKey();
      steps.add(step(name, stage.asDocument().get(name), context));
    }
  }

  private static Step step(String name, BsonValue operand, ParseContext context) {
    Projection projection =
        switch (name) {
          case "$set", "$addFields" ->
              Projection.parseAddition(requireDocument(name, operand), context);
          case "$project" -> Projection.parseStage(requireDocument(name, operand), context);
          case "$unset" -> Projection.parseStage(exclusion(operand), context);
          default ->
              throw new MongoException(
                  INVALID_OPTIONS, name + " is not allowed to be used within an update");
        };
    return (document, variables) -> projection.apply(document, variables, null);
  }

  private static BsonDocument requireDocument(String name, BsonValue operand) {
    if (!operand.isDocument()) {
      throw new MongoException(
          40272,
          name
              + " specification stage must be an object, got "
              + dev.mayfly.mongo.bson.TypeNames.of(operand));
    }
    return operand.asDocument();
  }

  private static BsonDocument exclusion(BsonValue operand) {
    BsonDocument exclusion = new BsonDocument();
    List<BsonValue> fields = operand.isArray() ? operand.asArray() : List.of(operand);
    for (BsonValue field : fields) {
      if (!field.isString()) {
        throw new MongoException(
            31002,
            "$unset specification must be a string or an array containing only string values");
      }
      exclusion.put(field.asString().getValue(), BsonBoolean.FALSE);
    }
    if (exclusion.isEmpty()) {
      throw new MongoException(
          31119, "$unset specification must be a string or an array with at least one field");
    }
    return exclusion;
  }

  @Override
  public BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match) {
    BsonDocument after = before;
    for (Step step : steps) {
      after = step.apply(after, variables);
    }
    SystemFields.check(after);
    for (String name : after.keySet()) {
      if (name.startsWith("$")) {
        throw UpdatePath.dollarName(name, name);
      }
    }
    return Ids.keep(before, after);
  }

  @Override
  public BsonDocument insert(BsonDocument query, Variables variables) {
    return apply(UpsertQuery.document(query), variables, null);
  }
}
