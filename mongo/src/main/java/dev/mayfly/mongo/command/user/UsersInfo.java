package dev.mayfly.mongo.command.user;

import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code usersInfo}; credentials are never returned. */
public record UsersInfo(Users users) implements Command {
  private static final Set<String> FIELDS =
      Set.of(
          "showCredentials",
          "showPrivileges",
          "showCustomData",
          "showAuthenticationRestrictions",
          "filter");

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, FIELDS);
    if (Fields.isTrue(call.body().get("showCredentials"))) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED, "This server never returns credentials.");
    }
    Predicate<UserName> selection = selection(call, call.body().get(call.name()));
    BsonValue showCustomData = call.body().get("showCustomData");
    boolean withData = showCustomData == null || Fields.isTrue(showCustomData);
    BsonArray found = new BsonArray();
    for (User user : users.all()) {
      if (selection.test(user.name())) {
        found.add(document(user, withData));
      }
    }
    return new BsonDocument("users", found);
  }

  private static Predicate<UserName> selection(CommandCall call, BsonValue which) {
    if (which instanceof BsonString name) {
      return new UserName(name.getValue(), call.database())::equals;
    }
    if (which instanceof BsonArray array) {
      Predicate<UserName> any = name -> false;
      for (BsonValue each : array) {
        any = any.or(selection(call, each));
      }
      return any;
    }
    if (which instanceof BsonDocument document) {
      if (Fields.isTrue(document.get("forAllDBs"))) {
        return name -> true;
      }
      if (document.get("user") instanceof BsonString name
          && document.get("db") instanceof BsonString database) {
        return new UserName(name.getValue(), database.getValue())::equals;
      }
    }
    if (which.isNumber()) {
      return name -> name.database().equals(call.database());
    }
    throw new MongoException(
        ErrorCodes.BAD_VALUE, "UserName must be a string, an object with 'user' and 'db', or 1");
  }

  private static BsonDocument document(User user, boolean withData) {
    BsonArray roles = new BsonArray();
    user.roles().forEach(role -> roles.add(role.toDocument()));
    BsonArray mechanisms = new BsonArray();
    user.mechanisms().forEach(each -> mechanisms.add(new BsonString(each.wireName())));
    BsonDocument document =
        new BsonDocument("_id", new BsonString(user.name().full()))
            .append("userId", new BsonBinary(BsonBinarySubType.UUID_STANDARD, bytes(user.id())))
            .append("user", new BsonString(user.name().name()))
            .append("db", new BsonString(user.name().database()));
    if (withData && user.customData() != null) {
      document.append("customData", user.customData());
    }
    return document.append("roles", roles).append("mechanisms", mechanisms);
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }
}
