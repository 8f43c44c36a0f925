package dev.mayfly.cosmos.container;

import dev.mayfly.engine.catalog.Retention;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * Our own property of a container: whether expiry events are kept (F3). A client that knows nothing
 * of it leaves it as it is.
 */
final class ExpiryEventsJson {
  private static final String PROPERTY = "mayflyExpiryEvents";
  private static final String ENABLED = "enabled";
  private static final String SECONDS = "retentionSeconds";
  private static final String BYTES = "retentionBytes";
  private static final long SECONDS_DEFAULT = 86_400;
  private static final long BYTES_DEFAULT = 1L << 30;
  private static final long BYTES_MAX = 1L << 50;

  private ExpiryEventsJson() {}

  /**
   * What a body asks for: null if events are not kept.
   *
   * @param before what was asked for before; stays if nothing is said
   */
  static Retention read(BsonDocument body, Retention before) {
    BsonDocument wanted = PropertyReader.document(body, PROPERTY);
    if (wanted == null) {
      return before;
    }
    if (!wanted.isBoolean(ENABLED)) {
      throw PropertyReader.invalid("'" + PROPERTY + "' needs 'enabled', which is true or false.");
    }
    if (!wanted.getBoolean(ENABLED).getValue()) {
      return null;
    }
    Long seconds = PropertyReader.whole(wanted, SECONDS);
    Long bytes = PropertyReader.whole(wanted, BYTES);
    long secondsKept = seconds == null ? SECONDS_DEFAULT : seconds;
    long bytesKept = bytes == null ? BYTES_DEFAULT : bytes;
    if (secondsKept < 1
        || secondsKept > Integer.MAX_VALUE
        || bytesKept < 1
        || bytesKept > BYTES_MAX) {
      throw PropertyReader.invalid(
          "'"
              + PROPERTY
              + "' keeps events for 1 to "
              + Integer.MAX_VALUE
              + " seconds (retentionSeconds) and 1 to "
              + BYTES_MAX
              + " bytes (retentionBytes).");
    }
    return new Retention(secondsKept, bytesKept);
  }

  static void write(Retention retention, BsonDocument into) {
    if (retention != null) {
      into.append(
          PROPERTY,
          new BsonDocument(ENABLED, BsonBoolean.TRUE)
              .append(SECONDS, new BsonInt64(retention.seconds()))
              .append(BYTES, new BsonInt64(retention.bytes())));
    }
  }
}
