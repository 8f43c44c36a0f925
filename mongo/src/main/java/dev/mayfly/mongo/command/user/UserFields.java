package dev.mayfly.mongo.command.user;

import dev.mayfly.mongo.auth.BuiltInRole;
import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.ScramMechanism;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Parses the fields that user commands share. */
final class UserFields {
  private UserFields() {}

  /** The user of the command. */
  static UserName name(CommandCall call) {
    String name = Fields.text(call, call.name());
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "User name is empty or has a null character");
    }
    return new UserName(name, call.database());
  }

  static MongoException notFound(UserName name) {
    return new MongoException(ErrorCodes.USER_NOT_FOUND, "User '" + name + "' not found");
  }

  static String password(CommandCall call) {
    String password = Fields.text(call, "pwd");
    if (password.isEmpty()) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "Password cannot be empty");
    }
    return password;
  }

  /** Parses role names and {@code {role, db}}; null if missing. */
  static Set<GrantedRole> roles(CommandCall call) {
    BsonValue given = call.body().get("roles");
    if (given == null) {
      return null;
    }
    if (!(given instanceof BsonArray array)) {
      throw Fields.wrongType(call, "roles", given, "array");
    }
    Set<GrantedRole> roles = new LinkedHashSet<>();
    for (BsonValue each : array) {
      roles.add(role(call, each));
    }
    return roles;
  }

  private static GrantedRole role(CommandCall call, BsonValue given) {
    String name;
    String database = call.database();
    if (given instanceof BsonString text) {
      name = text.getValue();
    } else if (given instanceof BsonDocument document
        && document.get("role") instanceof BsonString text
        && document.get("db") instanceof BsonString of) {
      name = text.getValue();
      database = of.getValue();
    } else {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Role names must be either strings or objects with 'role' and 'db'");
    }
    BuiltInRole role = BuiltInRole.named(name);
    if (role == null || !role.isOf(database)) {
      throw new MongoException(
          ErrorCodes.ROLE_NOT_FOUND, "Could not find role: " + name + "@" + database);
    }
    return new GrantedRole(role, database);
  }

  /** Rejects options that are not supported and would weaken the user's restrictions. */
  static void refuseUnsupported(CommandCall call) {
    BsonValue restrictions = call.body().get("authenticationRestrictions");
    if (restrictions != null && !(restrictions instanceof BsonArray array && array.isEmpty())) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED,
          "authenticationRestrictions are not supported by this server: a user may log in from"
              + " wherever the port can be reached.");
    }
    BsonValue digested = call.body().get("digestPassword");
    if (digested != null && !digested.isNull() && !Fields.isTrue(digested)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "Use of SCRAM-SHA-256 requires undigested passwords");
    }
  }

  static List<ScramMechanism> mechanisms(CommandCall call) {
    BsonValue given = call.body().get("mechanisms");
    if (given == null) {
      return List.of(ScramMechanism.values());
    }
    if (!(given instanceof BsonArray array) || array.isEmpty()) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "mechanisms field must not be empty");
    }
    List<ScramMechanism> mechanisms = new ArrayList<>();
    for (BsonValue each : array) {
      ScramMechanism mechanism =
          each instanceof BsonString text ? ScramMechanism.named(text.getValue()) : null;
      if (mechanism == null) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE,
            "Unknown auth mechanism '"
                + (each instanceof BsonString text ? text.getValue() : TypeNames.of(each))
                + "'");
      }
      mechanisms.add(mechanism);
    }
    return mechanisms;
  }

  static BsonDocument customData(CommandCall call) {
    BsonValue given = call.body().get("customData");
    if (given == null || given instanceof BsonDocument) {
      return (BsonDocument) given;
    }
    throw Fields.wrongType(call, "customData", given, "object");
  }
}
