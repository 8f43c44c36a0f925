package dev.mayfly.mongo.command.handshake;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Authentication;
import dev.mayfly.mongo.auth.Conversation;
import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** {@code saslStart}: a client begins to prove who it is. */
public final class SaslStart implements Command {
  private final Authentication authentication;

  public SaslStart(Authentication authentication) {
    this.authentication = requireNonNull(authentication, "authentication");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    return begin(call.client(), call.body(), call.database());
  }

  /**
   * What {@code hello} brings along so that a round trip is saved; null if nothing comes of it, in
   * which case the client begins anew.
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
      throw new MongoException(
          ErrorCodes.IDL_FAILED_TO_PARSE,
          "BSON field 'saslStart.mechanism' is missing but a required field");
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

  /** The next step of the client's conversation; a failure ends it. */
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
    throw new MongoException(
        ErrorCodes.IDL_FAILED_TO_PARSE,
        "BSON field 'saslStart.payload' is missing but a required field");
  }
}
