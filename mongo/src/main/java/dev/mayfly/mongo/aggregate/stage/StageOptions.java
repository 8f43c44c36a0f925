package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;

/** The options that stages are told in a document. */
final class StageOptions {
  private StageOptions() {}

  /**
   * Refuses an option that nobody knows.
   *
   * @param place the stage, or where in it the options stand
   */
  static void checkKnown(String place, BsonDocument options, List<String> known) {
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw new MongoException(
            ErrorCodes.IDL_UNKNOWN_FIELD,
            "BSON field '" + place + "." + name + "' is an unknown field.");
      }
    }
  }
}
