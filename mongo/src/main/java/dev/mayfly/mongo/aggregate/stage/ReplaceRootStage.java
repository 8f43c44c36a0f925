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

/** {@code $replaceRoot} and {@code $replaceWith}: another document in the place of each. */
public final class ReplaceRootStage implements DocumentStage {
  private static final int NOT_A_DOCUMENT = 40228;
  private static final int NOT_AN_OBJECT = 40229;
  private static final int UNKNOWN_OPTION = 40230;
  private static final int NO_NEW_ROOT = 40231;

  private final Expression newRoot;
  private final String described;

  private ReplaceRootStage(Expression newRoot, String described) {
    this.newRoot = newRoot;
    this.described = described;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(
          NOT_AN_OBJECT,
          "expected an object as specification for $replaceRoot stage, got "
              + TypeNames.of(specification));
    }
    BsonValue newRoot = null;
    for (String option : specification.asDocument().keySet()) {
      if (!option.equals("newRoot")) {
        throw new MongoException(
            UNKNOWN_OPTION,
            "unrecognized option to $replaceRoot stage: "
                + option
                + ", only valid option is"
                + " 'newRoot'.");
      }
      newRoot = specification.asDocument().get(option);
    }
    if (newRoot == null) {
      throw new MongoException(NO_NEW_ROOT, "no newRoot specified for the $replaceRoot stage");
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
          NOT_A_DOCUMENT,
          described
              + "must evaluate to an object, but resulting value was: "
              + BsonText.of(value)
              + ". Type of resulting value: '"
              + TypeNames.of(value)
              + "'. Input document: "
              + BsonText.of(document));
    }
    return value.asDocument();
  }
}
