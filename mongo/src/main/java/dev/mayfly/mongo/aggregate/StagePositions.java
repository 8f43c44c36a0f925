package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;

/** Says where stages that can't stand anywhere may stand. */
final class StagePositions {
  private static final int NOT_IN_FACET = 40600;
  private static final int NOT_LAST = 40601;
  private static final int NOT_FIRST = 40602;
  private static final int NOT_IN_LOOKUP = 51047;

  private StagePositions() {}

  static void check(List<BsonDocument> written, List<Stage> stages, PipelineScope scope) {
    for (int i = 0; i < stages.size(); i++) {
      String name = written.get(i).getFirstKey();
      Stage stage = stages.get(i);
      boolean inFacet = scope.owner().equals("$facet");
      if (inFacet && (stage instanceof SourceStage || stage instanceof WritingStage)
          || inFacet && name.equals("$facet")) {
        throw new MongoException(
            NOT_IN_FACET, name + " is not allowed to be used within a $facet stage");
      }
      if (stage instanceof WritingStage && !scope.isOutermost()) {
        throw new MongoException(
            NOT_IN_LOOKUP, name + " is not allowed within a " + scope.owner() + "'s sub-pipeline");
      }
      if (stage instanceof WritingStage && i < stages.size() - 1) {
        throw new MongoException(NOT_LAST, name + " can only be the final stage in the pipeline");
      }
      if (stage instanceof SourceStage && i > 0) {
        throw new MongoException(
            NOT_FIRST, name + " is only valid as the first stage in a pipeline.");
      }
    }
  }
}
