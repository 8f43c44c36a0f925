package dev.mayfly.mongo.command.user;

import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.ScramMechanism;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** Commands that change users. */
public record UserCommands(Users users) {
  private static final Set<String> FIELDS =
      Set.of(
          "pwd",
          "roles",
          "customData",
          "mechanisms",
          "digestPassword",
          "authenticationRestrictions");

  /** {@code createUser}: the first user turns authentication on. */
  public BsonDocument createUser(CommandCall call) {
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
    Set<GrantedRole> roles = requiredRoles(call);
    users.create(
        User.create(
            name,
            UserFields.password(call),
            roles,
            UserFields.customData(call),
            UserFields.mechanisms(call)));
    return new BsonDocument();
  }

  /** {@code updateUser}: changes password, roles or custom data. */
  public BsonDocument updateUser(CommandCall call) {
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
      // The connection that changes its own password stays authenticated; others of that user must
      // authenticate again.
      call.client().setUser(changed);
    }
    return new BsonDocument();
  }

  /** {@code dropUser}: connections of the user lose their privileges. */
  public BsonDocument dropUser(CommandCall call) {
    Fields.requireKnown(call, Set.of());
    UserName name = UserFields.name(call);
    if (!users.drop(name)) {
      throw UserFields.notFound(name);
    }
    return new BsonDocument();
  }

  public BsonDocument dropAllUsersFromDatabase(CommandCall call) {
    Fields.requireKnown(call, Set.of());
    int dropped = 0;
    for (User user : users.all()) {
      if (user.name().database().equals(call.database()) && users.drop(user.name())) {
        dropped++;
      }
    }
    return new BsonDocument("n", new BsonInt32(dropped));
  }

  public BsonDocument grantRolesToUser(CommandCall call) {
    return changeRoles(call, Set::addAll);
  }

  public BsonDocument revokeRolesFromUser(CommandCall call) {
    return changeRoles(call, Set::removeAll);
  }

  private BsonDocument changeRoles(
      CommandCall call, BiConsumer<Set<GrantedRole>, Set<GrantedRole>> change) {
    Fields.requireKnown(call, Set.of("roles"));
    UserName name = UserFields.name(call);
    Set<GrantedRole> roles = requiredRoles(call);
    User changed =
        users.change(
            name,
            user -> {
              Set<GrantedRole> all = user.roles();
              change.accept(all, roles);
              return user.withRoles(all);
            });
    if (changed == null) {
      throw UserFields.notFound(name);
    }
    return new BsonDocument();
  }

  private static Set<GrantedRole> requiredRoles(CommandCall call) {
    Set<GrantedRole> roles = UserFields.roles(call);
    if (roles == null) {
      throw Fields.missing(call, "roles");
    }
    return roles;
  }
}
