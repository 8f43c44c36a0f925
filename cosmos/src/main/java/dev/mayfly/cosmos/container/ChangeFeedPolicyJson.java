package dev.mayfly.cosmos.container;

import dev.mayfly.engine.catalog.Retention;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * For how long all versions and deletes are kept for the change feed. They are kept only where the
 * policy asks for it: every version costs its room on disk.
 */
final class ChangeFeedPolicyJson {
  private static final String PROPERTY = "changeFeedPolicy";
  private static final String MINUTES = "retentionDuration";
  private static final long SECONDS_PER_MINUTE = 60;
  // The time is what is asked for; the bytes only have to be a number.
  private static final long BYTES_MAX = 1L << 40;

  private ChangeFeedPolicyJson() {}

  /**
   * What a body asks for: null if versions are not kept.
   *
   * @param before what was asked for before; stays if nothing is said
   */
  static Retention read(BsonDocument body, Retention before) {
    BsonDocument policy = PropertyReader.document(body, PROPERTY);
    if (policy == null) {
      return before;
    }
    Long minutes = PropertyReader.whole(policy, MINUTES);
    if (minutes == null || minutes == 0) {
      return null;
    }
    if (minutes < 0 || minutes > Integer.MAX_VALUE) {
      throw PropertyReader.invalid(
          "The retentionDuration of the change feed policy is "
              + minutes
              + " minutes. Ensure to provide a positive number, or 0 to keep no versions.");
    }
    return new Retention(minutes * SECONDS_PER_MINUTE, BYTES_MAX);
  }

  static void write(Retention retention, BsonDocument into) {
    if (retention != null) {
      long minutes = retention.seconds() / SECONDS_PER_MINUTE;
      into.append(PROPERTY, new BsonDocument(MINUTES, new BsonInt64(minutes)));
    }
  }
}
