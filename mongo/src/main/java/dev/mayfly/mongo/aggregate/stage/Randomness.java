package dev.mayfly.mongo.aggregate.stage;

import java.util.Set;
import org.bson.BsonValue;

/** Finds what gives other results each time, so that results are not kept. */
final class Randomness {
  private static final Set<String> RANDOM = Set.of("$rand", "$sample", "$sampleRate");

  private Randomness() {}

  static boolean isIn(BsonValue value) {
    if (value.isArray()) {
      return value.asArray().stream().anyMatch(Randomness::isIn);
    }
    return value.isDocument()
        && value.asDocument().entrySet().stream()
            .anyMatch(field -> RANDOM.contains(field.getKey()) || isIn(field.getValue()));
  }
}
