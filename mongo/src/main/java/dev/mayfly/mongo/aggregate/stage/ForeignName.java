package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

/** The name of a collection that a stage reads beside its own. */
final class ForeignName {
  private ForeignName() {}

  /** No collection has such a name: what was left out by mistake must not read as nothing. */
  static String checked(String stage, String name) {
    if (name.isEmpty() || name.indexOf(0) >= 0) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "invalid " + stage + " namespace: '" + name + "'");
    }
    return name;
  }
}
