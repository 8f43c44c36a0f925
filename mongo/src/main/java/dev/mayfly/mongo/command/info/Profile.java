package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code profile}: shells ask for the level. It is 0, since nothing is kept of slow operations. */
public final class Profile implements QuickCommand {
  private static final int SLOW_MILLIS = 100;

  @Override
  public BsonDocument run(CommandCall call) {
    BsonValue level = call.body().get(call.name());
    if (!level.isNumber()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH, "BSON field 'profile' must be a number: -1, 0, 1 or 2");
    }
    if (level.asNumber().intValue() > 0) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED, "There is no profiler here: the level can only be 0.");
    }
    return new BsonDocument("was", new BsonInt32(0))
        .append("slowms", new BsonInt32(SLOW_MILLIS))
        .append("sampleRate", new BsonDouble(1));
  }
}
