package dev.mayfly.mongo.command;

import dev.mayfly.mongo.access.CommandAccess;
import dev.mayfly.mongo.access.CommandRequest;
import dev.mayfly.mongo.access.PrivilegeCheck;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Checks privileges by the table of {@link CommandAccess}. As long as no authentication is
 * required, clients of this machine are allowed everything, and others nothing.
 */
record Authorizer(Users users) {
  void authorize(CommandCall call) {
    PrivilegeCheck need = CommandAccess.of(call.name());
    if (need == PrivilegeCheck.NOTHING) {
      return;
    }
    if (users.isOpen()) {
      if (!call.client().isLocal()) {
        throw new MongoException(
            ErrorCodes.UNAUTHORIZED,
            "no authentication is required, so that only clients on the server's own machine are"
                + " served: create a user there, and start the server with mongo-auth");
      }
      return;
    }
    User user = call.client().user();
    if (user == null) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "Command " + call.name() + " requires authentication");
    }
    CommandRequest asked = new CommandRequest(call.name(), call.body(), call.database());
    if (need == null || !need.isSatisfiedBy(user, asked)) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED,
          "not authorized on %s to execute command { %s: %s, $db: \"%s\" }"
              .formatted(
                  call.database(),
                  call.name(),
                  shown(call.body().get(call.name())),
                  call.database()));
    }
  }

  private static String shown(BsonValue value) {
    if (value instanceof BsonString text) {
      return "\"" + text.getValue() + "\"";
    }
    return value.isNumber() ? String.valueOf(value.asNumber().longValue()) : "...";
  }
}
