package dev.mayfly.mongo.command.handshake;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import org.bson.BsonDocument;

/** {@code logout}: the connection is nobody's again. */
public final class Logout implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    call.client().setUser(null);
    return new BsonDocument();
  }
}
