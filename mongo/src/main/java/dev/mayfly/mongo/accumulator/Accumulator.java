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

  /** How far it has come, for a group that is moved to disk. */
  default BsonValue state() {
    throw new UnsupportedOperationException("it is used in windows only");
  }

  /**
   * Sets an accumulator that has seen nothing to how far another one had come: with the same values
   * added, their results are the same.
   */
  default void restore(BsonValue state) {
    throw new UnsupportedOperationException("it is used in windows only");
  }
}
