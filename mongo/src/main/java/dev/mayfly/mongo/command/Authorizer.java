package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Lets calls through that their callers may make. As long as there is no user, everybody on this
 * machine may do everything, and nobody elsewhere anything.
 */
final class Authorizer {
  private final Users users;

  Authorizer(Users users) {
    this.users = requireNonNull(users, "users");
  }

  void authorize(Command command, CommandCall call) {
    if (users.isEmpty()) {
      if (!call.client().isLocal() && !command.isForEverybody()) {
        throw new MongoException(
            ErrorCodes.UNAUTHORIZED,
            "there are no users, so that only clients on the server's own machine are served:"
                + " create a user there");
      }
      return;
    }
    if (command.isForEverybody()) {
      return;
    }
    User user = call.client().user();
    if (user == null) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "Command " + call.name() + " requires authentication");
    }
    if (!mayRun(user, call.name(), call.body(), call.database())) {
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

  private static boolean mayRun(User user, String name, BsonDocument body, String database) {
    return switch (name) {
      case "aggregate" ->
          user.mayDo(Action.READ, database) && mayWriteOut(user, body.get("pipeline"), database);
      case "bulkWrite" -> mayWriteEach(user, body.get("nsInfo"));
      case "renameCollection" -> mayChange(user, body.get(name)) && mayChange(user, body.get("to"));
      case "enableSharding", "shardCollection" ->
          user.mayDo(Action.DATABASE_ADMIN, databaseOf(body.get(name)));
      case "dataSize", "datasize" -> user.mayDo(Action.READ, databaseOf(body.get(name)));
      case "explain" ->
          !(body.get(name) instanceof BsonDocument inner)
              || inner.isEmpty()
              || mayRun(user, inner.getFirstKey(), inner, database);
      case "updateUser" ->
          isOwn(user, body.get(name), database) && body.get("roles") == null
              || user.mayDo(Action.USER_ADMIN, database) && mayGrant(user, body.get("roles"));
      case "createUser", "grantRolesToUser", "revokeRolesFromUser" ->
          user.mayDo(Action.USER_ADMIN, database) && mayGrant(user, body.get("roles"));
      default -> mayDoAny(user, CommandAccess.of(name), database);
    };
  }

  private static boolean mayDoAny(User user, Set<Action> actions, String database) {
    return actions.isEmpty() || actions.stream().anyMatch(each -> user.mayDo(each, database));
  }

  private static boolean isOwn(User user, BsonValue name, String database) {
    return user.name().database().equals(database)
        && name instanceof BsonString text
        && text.getValue().equals(user.name().name());
  }

  /** Who looks after the users of one database has no say about the roles of another. */
  private static boolean mayGrant(User user, BsonValue roles) {
    if (roles instanceof BsonArray array) {
      for (BsonValue each : array) {
        if (each instanceof BsonDocument role
            && role.get("db") instanceof BsonString database
            && !user.mayDo(Action.USER_ADMIN, database.getValue())) {
          return false;
        }
      }
    }
    return true;
  }

  /** A pipeline may end in a collection. */
  private static boolean mayWriteOut(User user, BsonValue pipeline, String database) {
    if (!(pipeline instanceof BsonArray stages) || stages.isEmpty()) {
      return true;
    }
    if (!(stages.get(stages.size() - 1) instanceof BsonDocument last)) {
      return true;
    }
    BsonValue target = last.get("$out");
    if (target == null) {
      BsonValue merge = last.get("$merge");
      target = merge instanceof BsonDocument settings ? settings.get("into") : merge;
    }
    if (target == null) {
      return true;
    }
    boolean elsewhere =
        target instanceof BsonDocument named && named.get("db") instanceof BsonString;
    return user.mayDo(
        Action.WRITE, elsewhere ? target.asDocument().getString("db").getValue() : database);
  }

  private static boolean mayWriteEach(User user, BsonValue namespaces) {
    if (namespaces instanceof BsonArray array) {
      for (BsonValue each : array) {
        if (each instanceof BsonDocument info
            && !user.mayDo(Action.WRITE, databaseOf(info.get("ns")))) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean mayChange(User user, BsonValue namespace) {
    String database = databaseOf(namespace);
    return user.mayDo(Action.WRITE, database) || user.mayDo(Action.DATABASE_ADMIN, database);
  }

  private static String databaseOf(BsonValue namespace) {
    String text = namespace instanceof BsonString string ? string.getValue() : "";
    int dot = text.indexOf('.');
    return dot < 0 ? text : text.substring(0, dot);
  }

  private static String shown(BsonValue value) {
    if (value instanceof BsonString text) {
      return "\"" + text.getValue() + "\"";
    }
    return value.isNumber() ? String.valueOf(value.asNumber().longValue()) : "...";
  }
}
