package dev.mayfly.mongo.index;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * {@code expireAfterSeconds} of an index. On {@code _ts} it is the default TTL of the collection
 * and has its domain (D1); otherwise it has MongoDB's.
 */
final class IndexTtl {
  private static final String OPTION = "TTL index 'expireAfterSeconds' option ";

  private IndexTtl() {}

  /** Validates and copies the option. */
  static void check(IndexSpec spec, BsonDocument sent) {
    BsonValue value = sent.get("expireAfterSeconds");
    if (value == null) {
      return;
    }
    long seconds = seconds(value, sent);
    if (spec.isOnTs()) {
      checkDefault(spec, seconds);
    } else if (seconds < 0) {
      throw refuse(OPTION + "cannot be less than 0", sent);
    }
    if (seconds > Integer.MAX_VALUE) {
      throw refuse(OPTION + "must be within the range of a 32-bit integer", sent);
    }
    if (spec.key().size() > 1) {
      throw refuse(
          "TTL indexes are single-field indexes, compound indexes do not support TTL", sent);
    }
    spec.document().append("expireAfterSeconds", new BsonInt32((int) seconds));
  }

  private static long seconds(BsonValue value, BsonDocument sent) {
    if (!Numbers.isNumber(value)) {
      throw refuse(
          OPTION + "must be numeric, but received a type of '" + TypeNames.of(value) + "'", sent);
    }
    if (Numbers.isNaN(value)) {
      throw refuse(OPTION + "must not be NaN", sent);
    }
    Long exact = Numbers.exactLong(value);
    return exact == null ? (long) Numbers.toDouble(value) : exact;
  }

  private static void checkDefault(IndexSpec spec, long seconds) {
    if (seconds == 0 || seconds < -1) {
      throw IndexSpecs.cannot(
          "TTL index 'expireAfterSeconds' option on '_ts' must be -1 (on, nothing expires by"
              + " default) or from 1 to "
              + Integer.MAX_VALUE
              + ", not "
              + seconds);
    }
    String unfit = spec.unfitForDefault();
    if (unfit != null) {
      throw IndexSpecs.cannot(unfit);
    }
  }

  private static MongoException refuse(String text, BsonDocument sent) {
    return IndexSpecs.cannot(text + ". Index spec: " + BsonText.of(sent));
  }
}
