package dev.mayfly.mongo.update;

import org.bson.BsonValue;

/** What an operator does to the value at its path. Thread safe; values are not changed in place. */
interface Modifier {
  /**
   * The new value; the very same one if nothing changes, null if the field is to go or not to come.
   *
   * @param value the value there now; null if it is missing
   * @param place where it stands, for errors
   */
  BsonValue modify(BsonValue value, Place place);

  /** Whether it wants the path to exist; if not, it does nothing where the path can't. */
  default boolean createsPath() {
    return true;
  }

  /** How deep values are nested that it may put below its path. */
  default int depth() {
    return 0;
  }
}
