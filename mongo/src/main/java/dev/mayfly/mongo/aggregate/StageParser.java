package dev.mayfly.mongo.aggregate;

import org.bson.BsonValue;

/** Parses the specification of a stage. */
@FunctionalInterface
public interface StageParser {
  Stage parse(BsonValue specification, PipelineScope scope);
}
