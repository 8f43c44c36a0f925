package dev.mayfly.mongo.auth;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Says what roles allow in the words that tools look for. */
public final class Privileges {
  private static final Map<Action, List<String>> WORDS = new EnumMap<>(Action.class);

  static {
    WORDS.put(
        Action.READ,
        List.of(
            "find",
            "collStats",
            "dbStats",
            "killCursors",
            "listCollections",
            "listIndexes",
            "changeStream"));
    WORDS.put(
        Action.WRITE,
        List.of(
            "insert",
            "update",
            "remove",
            "createCollection",
            "dropCollection",
            "createIndex",
            "dropIndex",
            "convertToCapped",
            "renameCollectionSameDB"));
    WORDS.put(
        Action.DATABASE_ADMIN,
        List.of(
            "collMod",
            "collStats",
            "dbStats",
            "createCollection",
            "dropCollection",
            "dropDatabase",
            "createIndex",
            "dropIndex",
            "listCollections",
            "listIndexes",
            "validate",
            "compact",
            "reIndex"));
    WORDS.put(
        Action.USER_ADMIN,
        List.of(
            "createUser",
            "dropUser",
            "grantRole",
            "revokeRole",
            "changePassword",
            "changeCustomData",
            "viewUser",
            "viewRole"));
    WORDS.put(
        Action.MONITOR,
        List.of(
            "serverStatus",
            "hostInfo",
            "getParameter",
            "getLog",
            "getCmdLineOpts",
            "inprog",
            "top",
            "connPoolStats",
            "listDatabases"));
    WORDS.put(Action.SERVER_ADMIN, List.of("setParameter", "killop", "killAnySession", "shutdown"));
  }

  private Privileges() {}

  /** What a role allows, as {@code {resource, actions}}. */
  public static BsonArray of(GrantedRole granted) {
    BsonArray server = new BsonArray();
    BsonArray data = new BsonArray();
    for (Action action : Action.values()) {
      if (granted.role().allows(action)) {
        boolean isServer = action == Action.MONITOR || action == Action.SERVER_ADMIN;
        BsonArray words = isServer ? server : data;
        WORDS.get(action).stream()
            .map(BsonString::new)
            .filter(word -> !words.contains(word))
            .forEach(words::add);
      }
    }
    BsonArray privileges = new BsonArray();
    if (!data.isEmpty()) {
      boolean everywhere = granted.role().scope() == BuiltInRole.Scope.EVERYWHERE;
      privileges.add(privilege(database(everywhere ? "" : granted.database()), data));
    }
    if (!server.isEmpty()) {
      privileges.add(privilege(new BsonDocument("cluster", BsonBoolean.TRUE), server));
    }
    return privileges;
  }

  private static BsonDocument database(String name) {
    return new BsonDocument("db", new BsonString(name)).append("collection", new BsonString(""));
  }

  private static BsonDocument privilege(BsonDocument resource, BsonArray actions) {
    return new BsonDocument("resource", resource).append("actions", actions);
  }
}
