package dev.mayfly.mongo.update;

import java.util.Collection;
import org.bson.BsonValue;

/** How deep values are nested. */
final class Depth {
  private Depth() {}

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
