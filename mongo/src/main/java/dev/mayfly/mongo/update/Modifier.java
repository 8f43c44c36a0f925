package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** An update operator on the value at its path. Thread safe; values are not modified in place. */
interface Modifier {
  /**
   * The new value; the same object if unchanged, null to remove the field or not to create it.
   *
   * @param value null if missing
   * @param place location, for errors
   */
  BsonValue modify(BsonValue value, FieldLocation place);

  /** Whether it creates the path; otherwise it has no effect on paths that can't exist. */
  default boolean createsPath() {
    return true;
  }

  /** Whether a path that can't exist, as it leads through a plain value, is refused. */
  default boolean needsViablePath() {
    return false;
  }

  /** The maximum nesting depth of values that it may create. */
  default int depth() {
    return 0;
  }
}
