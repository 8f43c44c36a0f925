package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonValue;

/**
 * The stages of change streams, where they are none: one that begins with them is opened without
 * being parsed as a pipeline.
 */
final class ChangeStreamStages {
  private ChangeStreamStages() {}

  static Stage notFirst(BsonValue specification, PipelineScope scope) {
    if (!scope.isOutermost()) {
      throw new MongoException(
          51047, "$changeStream is not allowed within a " + scope.owner() + "'s sub-pipeline");
    }
    throw new MongoException(
        40602, "$changeStream is only valid as the first stage in a pipeline.");
  }

  static Stage noStream(BsonValue specification, PipelineScope scope) {
    throw new MongoException(
        7182800, "$changeStreamSplitLargeEvent can only be used in a change stream");
  }
}
