package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.INVALID_OPTIONS;

import dev.mayfly.mongo.aggregate.DocumentStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.stage.AddFieldsStage;
import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.aggregate.stage.ProjectStage;
import dev.mayfly.mongo.aggregate.stage.ReplaceRootStage;
import dev.mayfly.mongo.aggregate.stage.Stages;
import dev.mayfly.mongo.aggregate.stage.UnsetStage;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An update with an aggregation pipeline. */
final class PipelineUpdate extends Update {
  private final List<DocumentStage> stages = new ArrayList<>();

  PipelineUpdate(BsonArray pipeline, ParseContext context) {
    for (BsonDocument stage : Pipeline.documents(pipeline)) {
      if (stage.size() != 1) {
        throw new MongoException(
            40323, "A pipeline stage specification object must contain exactly one field.");
      }
      String name = stage.getFirstKey();
      stages.add(stage(name, stage.get(name), context));
    }
  }

  private static DocumentStage stage(String name, BsonValue operand, ParseContext context) {
    PipelineScope scope = PipelineScope.outermost(context);
    Stage stage =
        switch (name) {
          case "$addFields" -> AddFieldsStage.parse(operand, scope);
          case "$set" -> AddFieldsStage.parseSet(operand, scope);
          case "$project" -> ProjectStage.parse(operand, scope);
          case "$unset" -> UnsetStage.parse(operand, scope);
          case "$replaceRoot" -> ReplaceRootStage.parse(operand, scope);
          case "$replaceWith" -> ReplaceRootStage.parseWith(operand, scope);
          default -> {
            Stages.checkKnown(name);
            throw new MongoException(
                INVALID_OPTIONS, name + " is not allowed to be used within an update");
          }
        };
    return (DocumentStage) stage;
  }

  @Override
  public boolean isPipeline() {
    return true;
  }

  @Override
  public BsonDocument apply(BsonDocument before, Variables variables, MatchDetails match) {
    BsonDocument after = before;
    for (DocumentStage stage : stages) {
      after = stage.apply(after, variables);
    }
    SystemFields.check(after);
    NestingDepth.check(NestingDepth.of(after));
    return IdRules.keep(before, after);
  }

  @Override
  public BsonDocument insert(BsonDocument query, Variables variables) {
    return apply(UpsertQuery.document(query), variables, null);
  }
}
