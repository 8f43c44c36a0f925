package dev.mayfly.mongo.aggregate.stage;

import java.util.Set;
import org.bson.BsonValue;

/** Detects operators whose results must not be cached. */
final class NondeterministicOperators {
  private static final Set<String> RANDOM = Set.of("$rand", "$sample", "$sampleRate");

  private NondeterministicOperators() {}

  static boolean isIn(BsonValue value) {
    if (value.isArray()) {
      return value.asArray().stream().anyMatch(NondeterministicOperators::isIn);
    }
    return value.isDocument()
        && value.asDocument().entrySet().stream()
            .anyMatch(field -> RANDOM.contains(field.getKey()) || isIn(field.getValue()));
  }
}
