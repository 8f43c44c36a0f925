package dev.mayfly.mongo.aggregate.window;

import org.bson.BsonValue;

/** A compiled window function. */
@FunctionalInterface
public interface WindowFunction {
  /** A value for each document; null if missing. */
  BsonValue[] over(Partition partition);
}
