package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.OVERFLOW;

import dev.mayfly.mongo.error.MongoException;
import java.util.Collection;
import org.bson.BsonValue;

/** The nesting depth of values. */
final class NestingDepth {
  private static final int DEEPEST = 200;

  private NestingDepth() {}

  /** Rejects documents above the nesting limit. */
  static void check(int depth) {
    if (depth > DEEPEST) {
      throw new MongoException(OVERFLOW, "Document exceeds maximum nesting depth of " + DEEPEST);
    }
  }

  /** 0 for scalars. */
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
