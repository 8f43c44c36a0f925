package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.Accumulator;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** A group of a {@code $group} and how far its accumulators have come. */
record Group(BsonValue id, Accumulator[] accumulators) {
  /** What a group on disk resumes from. */
  BsonArray states() {
    BsonArray states = new BsonArray(accumulators.length);
    for (Accumulator each : accumulators) {
      states.add(each.state());
    }
    return states;
  }
}
