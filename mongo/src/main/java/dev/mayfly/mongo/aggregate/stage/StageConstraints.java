package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.OutputStage;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;

/** Checks the positions of stages: which must be first, last, or top-level. */
final class StageConstraints {
  private StageConstraints() {}

  static void check(List<BsonDocument> written, List<Stage> stages, PipelineScope scope) {
    for (int i = 0; i < stages.size(); i++) {
      String name = written.get(i).getFirstKey();
      Stage stage = stages.get(i);
      boolean inFacet = scope.owner().equals("$facet");
      if (inFacet && (stage instanceof SourceStage || stage instanceof OutputStage)
          || inFacet && name.equals("$facet")) {
        throw new MongoException(40600, name + " is not allowed to be used within a $facet stage");
      }
      if (stage instanceof OutputStage && !scope.isOutermost()) {
        throw new MongoException(
            51047, name + " is not allowed within a " + scope.owner() + "'s sub-pipeline");
      }
      if (stage instanceof OutputStage && i < stages.size() - 1) {
        throw new MongoException(40601, name + " can only be the final stage in the pipeline");
      }
      if (stage instanceof SourceStage && i > 0) {
        throw notFirst(name);
      }
    }
  }

  static MongoException notFirst(String stage) {
    return new MongoException(40602, stage + " is only valid as the first stage in a pipeline.");
  }
}
