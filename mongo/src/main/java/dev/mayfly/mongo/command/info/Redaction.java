package dev.mayfly.mongo.command.info;

import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Redacts credentials in commands that other users can see. */
final class Redaction {
  private static final BsonString LEFT_OUT = new BsonString("xxx");

  /** Commands with credentials: only their names are shown. */
  private static final Set<String> SECRET =
      Set.of("authenticate", "createUser", "saslContinue", "saslStart", "updateUser");

  /** The field of a speculative authentication. */
  private static final String LOGIN_OF_HANDSHAKE = "speculativeAuthenticate";

  private Redaction() {}

  /** The redacted command. */
  static BsonDocument of(String name, BsonDocument body) {
    if (!SECRET.contains(name)) {
      return body.containsKey(LOGIN_OF_HANDSHAKE)
          ? body.clone().append(LOGIN_OF_HANDSHAKE, LEFT_OUT)
          : body;
    }
    BsonDocument shown = new BsonDocument(name, body.get(name));
    body.forEach(
        (field, value) -> {
          if (!field.equals(name)) {
            shown.append(field, field.equals("$db") ? value : LEFT_OUT);
          }
        });
    return shown;
  }
}
