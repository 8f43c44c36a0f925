package dev.mayfly.mongo.command.info;

import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Leaves out of commands what only their senders may know. */
final class Redaction {
  private static final BsonString LEFT_OUT = new BsonString("xxx");

  /** Commands that carry secrets, passwords and proofs of them: only their names are shown. */
  private static final Set<String> SECRET =
      Set.of("authenticate", "createUser", "saslContinue", "saslStart", "updateUser");

  /** With which a handshake begins a login. */
  private static final String LOGIN_OF_HANDSHAKE = "speculativeAuthenticate";

  private Redaction() {}

  /** A command as others may see it. */
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
