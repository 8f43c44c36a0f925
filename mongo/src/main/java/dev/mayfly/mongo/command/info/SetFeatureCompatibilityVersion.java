package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.MongoVersion;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** {@code setFeatureCompatibilityVersion}: there is one version, which it may be set to. */
public final class SetFeatureCompatibilityVersion implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    String version = Fields.text(call, call.name());
    if (!version.equals(MongoVersion.FEATURE_COMPATIBILITY)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Invalid feature compatibility version value '"
              + version
              + "'; expected '"
              + MongoVersion.FEATURE_COMPATIBILITY
              + "'");
    }
    return new BsonDocument();
  }
}
