package dev.mayfly.mongo.accumulator;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** Makes one value of many. Used by one thread. */
public interface Accumulator {
  /**
   * Takes one more value.
   *
   * @param value null for a missing one
   */
  void add(BsonValue value);

  /** Takes an int that need not be made an object. */
  default void addInt(int value) {
    add(new BsonInt32(value));
  }

  /** Takes a long that need not be made an object. */
  default void addLong(long value) {
    add(new BsonInt64(value));
  }

  /** Takes a double that need not be made an object. */
  default void addDouble(double value) {
    add(new BsonDouble(value));
  }

  /** The value of all that came so far; null is never returned, it is the null of BSON. */
  BsonValue result();
}
