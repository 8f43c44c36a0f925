package dev.mayfly.mongo.command.catalog;

import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * Our own option of {@code create} and {@code collMod}: whether expiry events of the collection are
 * kept (F3), as in {@code {enabled: true, retentionSeconds: 3600}}.
 *
 * @param isGiven whether the command says anything about it
 * @param retention null if they are not kept
 */
record ExpiryEventOptions(boolean isGiven, Retention retention) {
  static final String NAME = "mayflyExpiryEvents";

  private static final long SECONDS = 86_400;
  private static final long BYTES = 1L << 30;
  private static final long BYTES_MAX = 1L << 50;

  static ExpiryEventOptions of(CommandArguments arguments) {
    BsonDocument wanted = arguments.document(NAME);
    if (wanted == null) {
      return new ExpiryEventOptions(false, null);
    }
    CommandArguments fields =
        CommandArguments.of(NAME, wanted, Set.of("enabled", "retentionSeconds", "retentionBytes"));
    fields.require("enabled");
    if (!wanted.get("enabled").isBoolean()) {
      throw FieldErrors.wrongType(NAME + ".enabled", TypeNames.of(wanted.get("enabled")), "bool");
    }
    long seconds = fields.number("retentionSeconds", SECONDS);
    long bytes = fields.number("retentionBytes", BYTES);
    if (seconds < 1 || seconds > Integer.MAX_VALUE || bytes < 1 || bytes > BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          NAME
              + " keeps events for 1 to "
              + Integer.MAX_VALUE
              + " seconds (retentionSeconds) and 1 to "
              + BYTES_MAX
              + " bytes (retentionBytes)");
    }
    boolean enabled = fields.flag("enabled", false);
    return new ExpiryEventOptions(true, enabled ? new Retention(seconds, bytes) : null);
  }
}
