package dev.mayfly.mongo.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import java.util.List;
import org.bson.BsonType;

/**
 * The keys of one path that documents can have which pass a test.
 *
 * @param exact whether a document passes the test if one of its keys is among them
 */
record Bounds(KeySet keys, boolean exact) {
  Bounds {
    requireNonNull(keys, "keys");
  }

  static Bounds exactly(KeyInterval... intervals) {
    return new Bounds(KeySet.of(intervals), true);
  }

  static Bounds atLeast(KeyInterval... intervals) {
    return new Bounds(KeySet.of(intervals), false);
  }

  List<KeyInterval> intervals() {
    return keys.intervals();
  }

  /** Whether a document without a value may have one of some keys. */
  static boolean holdNull(KeySet keys) {
    if (keys.isEmpty()) {
      return false;
    }
    BsonType first = keys.intervals().get(0).lower().value().getBsonType();
    return first == BsonType.MIN_KEY || first == BsonType.UNDEFINED || first == BsonType.NULL;
  }
}
