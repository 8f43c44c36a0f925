package dev.mayfly.mongo.accumulator;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** State of an accumulator for one group. Used by one thread. */
public interface Accumulator {
  /**
   * Adds a value.
   *
   * @param value null for a missing one
   */
  void add(BsonValue value);

  /** As {@link #add}, without boxing. */
  default void addInt(int value) {
    add(new BsonInt32(value));
  }

  /** As {@link #add}, without boxing. */
  default void addLong(long value) {
    add(new BsonInt64(value));
  }

  /** As {@link #add}, without boxing. */
  default void addDouble(double value) {
    add(new BsonDouble(value));
  }

  /** The result so far; never null, but possibly BSON null. */
  BsonValue result();
}
