package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

final class ForeignName {
  private ForeignName() {}

  /** Rejects names that no collection can have, instead of reading nothing. */
  static String checked(String stage, String name) {
    if (name.isEmpty() || name.indexOf(0) >= 0) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "invalid " + stage + " namespace: '" + name + "'");
    }
    return name;
  }
}
