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

  /** Sets accumulators that have seen nothing to their states. */
  void restore(BsonArray states) {
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i].restore(states.get(i));
    }
  }
}
