package dev.mayfly.mongo.command.handshake;

import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonNumber;

/** {@code saslContinue}: the next thing that a client says to prove who it is. */
public final class SaslContinue implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    Client client = call.client();
    if (client.conversation() == null) {
      throw new MongoException(ErrorCodes.PROTOCOL_ERROR, "No SASL session state found");
    }
    if (!(call.body().get("conversationId") instanceof BsonNumber id)
        || id.longValue() != client.conversationId()) {
      client.setConversation(null);
      throw new MongoException(ErrorCodes.PROTOCOL_ERROR, "sasl: Mismatched conversation id");
    }
    return SaslStart.step(client, call.body());
  }
}
