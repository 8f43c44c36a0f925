package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;

import dev.mayfly.mongo.error.MongoException;
import java.util.Collection;
import org.bson.BsonValue;

/** How deep values are nested. */
final class Depth {
  private static final int DEEPEST = 200;

  private Depth() {}

  /** Refuses documents that would be nested deeper than others could read. */
  static void check(int depth) {
    if (depth > DEEPEST) {
      throw new MongoException(OVERFLOW, "Document exceeds maximum nesting depth of " + DEEPEST);
    }
  }

  /** 0 for what is neither a document nor an array. */
  static int of(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> 1 + deepest(value.asDocument().values());
      case ARRAY -> 1 + deepest(value.asArray());
      default -> 0;
    };
  }

  static int deepest(Collection<BsonValue> values) {
    int deepest = 0;
    for (BsonValue each : values) {
      deepest = Math.max(deepest, of(each));
    }
    return deepest;
  }
}
