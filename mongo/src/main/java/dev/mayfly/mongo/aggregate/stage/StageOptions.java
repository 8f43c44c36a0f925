package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.error.FieldErrors;
import java.util.List;
import org.bson.BsonDocument;

/** Options of stages that are given as a document. */
final class StageOptions {
  private StageOptions() {}

  /**
   * Rejects unknown options.
   *
   * @param place the stage, or the path of the options in it
   */
  static void checkKnown(String place, BsonDocument options, List<String> known) {
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw FieldErrors.unknown(place + "." + name);
      }
    }
  }
}
