package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.QuickCommand;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * {@code fsync}: a write is as durable as the server was told to make it when it is answered, so
 * that nothing is left to do. A backup is taken by the server's own means, not by stopping writes.
 */
public final class Fsync implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    if (Fields.isTrue(call.body().get("lock"))) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED,
          "Writes are not locked out here: take a backup by the admin port.");
    }
    return new BsonDocument("numFiles", new BsonInt32(1));
  }
}
