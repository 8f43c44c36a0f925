package dev.mayfly.mongo.aggregate;

import org.bson.BsonValue;

/** Makes a stage of what was written behind its name. */
@FunctionalInterface
public interface StageParser {
  Stage parse(BsonValue specification, PipelineScope scope);
}
