package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonValue;

/** Parses the arguments of {@code $limit} and {@code $skip}. */
final class Counts {
  private Counts() {}

  static long parse(String stage, int code, BsonValue specification) {
    if (!Numbers.isNumber(specification)) {
      throw bad(stage, code, "Expected a number in: ", specification);
    }
    Long count = Numbers.exactLong(specification);
    if (count == null) {
      throw bad(stage, code, "Expected an integer: ", specification);
    }
    if (count < 0) {
      throw bad(stage, code, "Expected a non-negative number in: ", specification);
    }
    return count;
  }

  private static MongoException bad(String stage, int code, String why, BsonValue given) {
    return new MongoException(
        code,
        "invalid argument to " + stage + " stage: " + why + stage + ": " + BsonText.of(given));
  }
}
