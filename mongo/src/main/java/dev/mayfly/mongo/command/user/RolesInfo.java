package dev.mayfly.mongo.command.user;

import dev.mayfly.mongo.auth.BuiltInRole;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Fields;
import dev.mayfly.mongo.command.NonBlockingCommand;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

public final class RolesInfo implements NonBlockingCommand {
  private static final Set<String> FIELDS =
      Set.of("showPrivileges", "showBuiltinRoles", "showAuthenticationRestrictions");

  @Override
  public BsonDocument run(CommandCall call) {
    Fields.requireKnown(call, FIELDS);
    BsonValue which = call.body().get(call.name());
    BsonArray found = new BsonArray();
    if (which.isNumber()) {
      if (Fields.isTrue(call.body().get("showBuiltinRoles"))) {
        for (BuiltInRole role : BuiltInRole.values()) {
          add(role, call.database(), found);
        }
      }
    } else {
      List<BsonValue> names = which instanceof BsonArray array ? array : List.of(which);
      names.forEach(each -> add(each, call.database(), found));
    }
    return new BsonDocument("roles", found);
  }

  private static void add(BsonValue name, String database, BsonArray found) {
    if (name instanceof BsonString text) {
      add(BuiltInRole.named(text.getValue()), database, found);
    } else if (name instanceof BsonDocument document
        && document.get("role") instanceof BsonString text
        && document.get("db") instanceof BsonString of) {
      add(BuiltInRole.named(text.getValue()), of.getValue(), found);
    }
  }

  private static void add(BuiltInRole role, String database, BsonArray found) {
    if (role != null && role.isOf(database)) {
      found.add(
          new BsonDocument("role", new BsonString(role.wireName()))
              .append("db", new BsonString(database))
              .append("isBuiltin", BsonBoolean.TRUE)
              .append("roles", new BsonArray())
              .append("inheritedRoles", new BsonArray()));
    }
  }
}
