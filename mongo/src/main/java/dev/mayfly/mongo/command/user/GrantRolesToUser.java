package dev.mayfly.mongo.command.user;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Fields;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code grantRolesToUser}, and {@code revokeRolesFromUser}, its opposite. */
public final class GrantRolesToUser implements Command {
  private final Users users;
  private final boolean grants;

  private GrantRolesToUser(Users users, boolean grants) {
    this.users = requireNonNull(users, "users");
    this.grants = grants;
  }

  public static Command granting(Users users) {
    return new GrantRolesToUser(users, true);
  }

  public static Command revoking(Users users) {
    return new GrantRolesToUser(users, false);
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, Set.of("roles"));
    UserName name = UserFields.name(call);
    Set<GrantedRole> roles = UserFields.roles(call);
    if (roles == null) {
      throw Fields.missing(call, "roles");
    }
    if (users.change(name, user -> changed(user, roles)) == null) {
      throw UserFields.notFound(name);
    }
    return new BsonDocument();
  }

  private User changed(User user, Set<GrantedRole> roles) {
    Set<GrantedRole> all = user.roles();
    if (grants) {
      all.addAll(roles);
    } else {
      all.removeAll(roles);
    }
    return user.withRoles(all);
  }
}
