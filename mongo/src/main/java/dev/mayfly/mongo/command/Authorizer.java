package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.access.Asked;
import dev.mayfly.mongo.access.CommandAccess;
import dev.mayfly.mongo.access.Need;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Lets calls through that their callers may make, by the table of {@link CommandAccess}. As long as
 * there is no user, everybody on this machine may do everything, and nobody elsewhere anything.
 */
final class Authorizer {
  private final Users users;

  Authorizer(Users users) {
    this.users = requireNonNull(users, "users");
  }

  void authorize(CommandCall call) {
    Need need = CommandAccess.of(call.name());
    if (need == Need.NOTHING) {
      return;
    }
    if (users.isEmpty()) {
      if (!call.client().isLocal()) {
        throw new MongoException(
            ErrorCodes.UNAUTHORIZED,
            "there are no users, so that only clients on the server's own machine are served:"
                + " create a user there");
      }
      return;
    }
    User user = call.client().user();
    if (user == null) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "Command " + call.name() + " requires authentication");
    }
    Asked asked = new Asked(call.name(), call.body(), call.database());
    if (need == null || !need.isMet(user, asked)) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED,
          "not authorized on "
              + call.database()
              + " to execute command { "
              + call.name()
              + ": "
              + shown(call.body().get(call.name()))
              + ", $db: \""
              + call.database()
              + "\" }");
    }
  }

  private static String shown(BsonValue value) {
    if (value instanceof BsonString text) {
      return "\"" + text.getValue() + "\"";
    }
    return value.isNumber() ? String.valueOf(value.asNumber().longValue()) : "...";
  }
}
