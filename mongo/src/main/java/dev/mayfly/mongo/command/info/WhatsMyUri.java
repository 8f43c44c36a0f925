package dev.mayfly.mongo.command.info;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import java.net.InetSocketAddress;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code whatsmyuri}: how the server sees the client. */
public final class WhatsMyUri implements QuickCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    return new BsonDocument("you", new BsonString(text(call.client().channel().remoteAddress())));
  }

  static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
