package dev.mayfly.mongo.command.user;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code createUser}: with the first one, everybody has to log in. */
public final class CreateUser implements Command {
  private static final Set<String> FIELDS =
      Set.of(
          "pwd",
          "roles",
          "customData",
          "mechanisms",
          "digestPassword",
          "authenticationRestrictions");

  private final Users users;

  public CreateUser(Users users) {
    this.users = requireNonNull(users, "users");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, FIELDS);
    UserFields.refuseUnsupported(call);
    UserName name = UserFields.name(call);
    if (name.database().equals("$external")) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "There can be no users of '$external': create one in 'admin'");
    }
    if (call.body().get("pwd") == null) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Must provide a 'pwd' field for all user documents, except those with '$external' as the"
              + " user's source db");
    }
    Set<GrantedRole> roles = UserFields.roles(call);
    if (roles == null) {
      throw Fields.missing(call, "roles");
    }
    users.create(
        User.create(
            name,
            UserFields.password(call),
            roles,
            UserFields.customData(call),
            UserFields.mechanisms(call)));
    return new BsonDocument();
  }
}
