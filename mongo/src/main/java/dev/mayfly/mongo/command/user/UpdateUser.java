package dev.mayfly.mongo.command.user;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.ScramMechanism;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code updateUser}: another password, other roles, other data. */
public final class UpdateUser implements Command {
  private static final Set<String> FIELDS =
      Set.of(
          "pwd",
          "roles",
          "customData",
          "mechanisms",
          "digestPassword",
          "authenticationRestrictions");

  private final Users users;

  public UpdateUser(Users users) {
    this.users = requireNonNull(users, "users");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, FIELDS);
    UserFields.refuseUnsupported(call);
    UserName name = UserFields.name(call);
    Set<GrantedRole> roles = UserFields.roles(call);
    BsonDocument customData = UserFields.customData(call);
    String password = call.body().get("pwd") == null ? null : UserFields.password(call);
    List<ScramMechanism> mechanisms = UserFields.mechanisms(call);
    if (roles == null && customData == null && password == null) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "Must specify at least one field to update in updateUser");
    }
    User caller = call.client().user();
    User changed =
        users.change(
            name,
            user -> {
              User next = roles == null ? user : user.withRoles(roles);
              next = customData == null ? next : next.withCustomData(customData);
              return password == null ? next : next.withPassword(password, mechanisms);
            });
    if (changed == null) {
      throw UserFields.notFound(name);
    }
    if (caller != null && caller.name().equals(name)) {
      // Who changes their own password goes on; their other connections have to log in again.
      call.client().setUser(changed);
    }
    return new BsonDocument();
  }
}
