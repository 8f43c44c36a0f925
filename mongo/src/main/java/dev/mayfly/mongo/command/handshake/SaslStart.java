package dev.mayfly.mongo.command.handshake;

import dev.mayfly.mongo.auth.Authentication;
import dev.mayfly.mongo.auth.Conversation;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;

public record SaslStart(Authentication authentication) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    return begin(call.client(), call.body(), call.database());
  }

  /**
   * Speculative authentication in {@code hello}; null if it fails, and the client then starts anew.
   */
  BsonDocument speculate(Client client, BsonDocument start) {
    if (!(start.get("db") instanceof BsonString database)
        || start.get("mechanism") instanceof BsonString mechanism
            && mechanism.getValue().equals(Authentication.PLAIN)) {
      return null;
    }
    try {
      return begin(client, start, database.getValue());
    } catch (MongoException e) {
      return null;
    }
  }

  private BsonDocument begin(Client client, BsonDocument start, String database) {
    if (!(start.get("mechanism") instanceof BsonString mechanism)) {
      throw FieldErrors.missing("saslStart.mechanism");
    }
    boolean skipEmpty =
        start.get("options") instanceof BsonDocument options
            && Fields.isTrue(options.get("skipEmptyExchange"));
    client.setConversation(
        authentication.begin(
            mechanism.getValue(),
            database,
            client.channel().isSecure(),
            client.isCosmos(),
            skipEmpty));
    return step(client, start);
  }

  /** Runs the next step of the SASL conversation; a failure ends it. */
  static BsonDocument step(Client client, BsonDocument body) {
    Conversation conversation = client.conversation();
    byte[] answer;
    try {
      answer = conversation.step(payload(body));
    } catch (MongoException e) {
      client.setConversation(null);
      throw e;
    }
    BsonDocument reply =
        new BsonDocument("conversationId", new BsonInt32(client.conversationId()))
            .append("done", BsonBoolean.valueOf(conversation.isDone()))
            .append("payload", new BsonBinary(answer));
    if (conversation.isDone()) {
      client.setUser(conversation.user());
      client.setConversation(null);
    }
    return reply;
  }

  private static byte[] payload(BsonDocument body) {
    if (body.get("payload") instanceof BsonBinary binary) {
      return binary.getData();
    }
    throw FieldErrors.missing("saslStart.payload");
  }

  public BsonDocument saslContinue(CommandCall call) {
    Client client = call.client();
    if (client.conversation() == null) {
      throw new MongoException(ErrorCodes.PROTOCOL_ERROR, "No SASL session state found");
    }
    if (!(call.body().get("conversationId") instanceof BsonNumber id)
        || id.longValue() != client.conversationId()) {
      client.setConversation(null);
      throw new MongoException(ErrorCodes.PROTOCOL_ERROR, "sasl: Mismatched conversation id");
    }
    return step(client, call.body());
  }
}
