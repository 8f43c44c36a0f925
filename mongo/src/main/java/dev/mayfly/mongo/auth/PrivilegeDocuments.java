package dev.mayfly.mongo.auth;

import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Privileges in the form of {@code rolesInfo} and {@code usersInfo}. */
public final class PrivilegeDocuments {
  private PrivilegeDocuments() {}

  /** The privileges of a role, as {@code {resource, actions}}. */
  public static BsonArray of(GrantedRole granted) {
    BsonArray privileges = new BsonArray();
    for (Privilege grant : granted.role().grants()) {
      BsonArray actions = new BsonArray();
      grant.actions().forEach(action -> actions.add(new BsonString(action.wireName())));
      privileges.add(
          new BsonDocument("resource", resource(grant.where(), granted.database()))
              .append("actions", actions));
    }
    return privileges;
  }

  private static BsonDocument resource(Privilege.Where where, String database) {
    return switch (where) {
      case CLUSTER -> new BsonDocument("cluster", BsonBoolean.TRUE);
      case ITS_DATABASE -> database(database);
      case CONFIG -> database("config");
      case LOCAL -> database("local");
      case ANY_DATABASE, EVERY_DATABASE -> database("");
    };
  }

  private static BsonDocument database(String name) {
    return new BsonDocument("db", new BsonString(name)).append("collection", new BsonString(""));
  }
}
