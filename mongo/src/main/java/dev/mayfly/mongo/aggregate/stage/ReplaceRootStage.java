package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $replaceRoot} and {@code $replaceWith}. */
public record ReplaceRootStage(Expression newRoot, String described) implements DocumentStage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          40229,
          "expected an object as specification for $replaceRoot stage, got "
              + TypeNames.of(specification));
    }
    BsonValue newRoot = null;
    for (String option : specification.asDocument().keySet()) {
      if (!option.equals("newRoot")) {
        throw new MongoException(
            40230,
            "unrecognized option to $replaceRoot stage: %s, only valid option is 'newRoot'."
                .formatted(option));
      }
      newRoot = specification.asDocument().get(option);
    }
    if (newRoot == null) {
      throw new MongoException(40231, "no newRoot specified for the $replaceRoot stage");
    }
    return new ReplaceRootStage(
        ExpressionParser.parse(newRoot, scope.context()), "'newRoot' expression ");
  }

  public static Stage parseWith(BsonValue specification, PipelineScope scope) {
    return new ReplaceRootStage(
        ExpressionParser.parse(specification, scope.context()), "'replacement document' ");
  }

  @Override
  public BsonDocument apply(BsonDocument document, Variables variables) {
    BsonValue value = newRoot.evaluate(variables.on(document));
    if (value == null || !value.isDocument()) {
      throw new MongoException(
          40228,
          ("%smust evaluate to an object, but resulting value was: %s. Type of "
                  + "resulting value: '%s'. Input document: %s")
              .formatted(
                  described, BsonText.of(value), TypeNames.of(value), BsonText.of(document)));
    }
    return value.asDocument();
  }
}
