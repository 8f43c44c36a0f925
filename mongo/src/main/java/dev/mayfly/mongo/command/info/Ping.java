package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import org.bson.BsonDocument;

/** {@code ping}: is there anybody? */
public final class Ping implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    return new BsonDocument();
  }
}
