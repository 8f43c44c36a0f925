package dev.mayfly.mongo.aggregate.window;

import org.bson.BsonValue;

/** Says something of each document of a partition. Compiled once. */
@FunctionalInterface
public interface WindowFunction {
  /** A value for each document; null for a missing one. */
  BsonValue[] over(Partition partition);
}
