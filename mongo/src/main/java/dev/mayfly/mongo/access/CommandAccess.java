package dev.mayfly.mongo.access;

import static dev.mayfly.mongo.auth.Action.APPLICATION_MESSAGE;
import static dev.mayfly.mongo.auth.Action.CHECK_FREE_MONITORING_STATUS;
import static dev.mayfly.mongo.auth.Action.COLL_MOD;
import static dev.mayfly.mongo.auth.Action.COLL_STATS;
import static dev.mayfly.mongo.auth.Action.CONN_POOL_STATS;
import static dev.mayfly.mongo.auth.Action.CONVERT_TO_CAPPED;
import static dev.mayfly.mongo.auth.Action.CREATE_COLLECTION;
import static dev.mayfly.mongo.auth.Action.CREATE_INDEX;
import static dev.mayfly.mongo.auth.Action.CREATE_ROLE;
import static dev.mayfly.mongo.auth.Action.CREATE_USER;
import static dev.mayfly.mongo.auth.Action.DB_STATS;
import static dev.mayfly.mongo.auth.Action.DROP_COLLECTION;
import static dev.mayfly.mongo.auth.Action.DROP_DATABASE;
import static dev.mayfly.mongo.auth.Action.DROP_INDEX;
import static dev.mayfly.mongo.auth.Action.DROP_ROLE;
import static dev.mayfly.mongo.auth.Action.DROP_USER;
import static dev.mayfly.mongo.auth.Action.ENABLE_PROFILER;
import static dev.mayfly.mongo.auth.Action.ENABLE_SHARDING;
import static dev.mayfly.mongo.auth.Action.FIND;
import static dev.mayfly.mongo.auth.Action.GET_CMD_LINE_OPTS;
import static dev.mayfly.mongo.auth.Action.GET_DEFAULT_RW_CONCERN;
import static dev.mayfly.mongo.auth.Action.GET_LOG;
import static dev.mayfly.mongo.auth.Action.GET_PARAMETER;
import static dev.mayfly.mongo.auth.Action.GRANT_ROLE;
import static dev.mayfly.mongo.auth.Action.HOST_INFO;
import static dev.mayfly.mongo.auth.Action.INPROG;
import static dev.mayfly.mongo.auth.Action.INSERT;
import static dev.mayfly.mongo.auth.Action.INVALIDATE_USER_CACHE;
import static dev.mayfly.mongo.auth.Action.KILL_ANY_SESSION;
import static dev.mayfly.mongo.auth.Action.PLAN_CACHE_WRITE;
import static dev.mayfly.mongo.auth.Action.REMOVE;
import static dev.mayfly.mongo.auth.Action.REPL_SET_GET_CONFIG;
import static dev.mayfly.mongo.auth.Action.REPL_SET_GET_STATUS;
import static dev.mayfly.mongo.auth.Action.REVOKE_ROLE;
import static dev.mayfly.mongo.auth.Action.SERVER_STATUS;
import static dev.mayfly.mongo.auth.Action.SET_PARAMETER;
import static dev.mayfly.mongo.auth.Action.TOP;
import static dev.mayfly.mongo.auth.Action.UPDATE;
import static dev.mayfly.mongo.auth.Action.VALIDATE;

import dev.mayfly.mongo.auth.Action;
import dev.mayfly.mongo.auth.User;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonDocument;

/**
 * What each command needs, as MongoDB's documentation has it. A command without a line here can't
 * be added to the server.
 */
public final class CommandAccess {
  private static final SortedMap<String, Need> BY_COMMAND = new TreeMap<>();

  static {
    handshake();
    documents();
    catalog();
    users();
    server();
  }

  private CommandAccess() {}

  private static void put(Need need, String... names) {
    for (String name : names) {
      if (BY_COMMAND.put(name, need) != null) {
        throw new IllegalStateException("there are two lines for the command " + name);
      }
    }
  }

  private static void handshake() {
    put(
        Need.NOTHING,
        "hello",
        "isMaster",
        "ismaster",
        "saslStart",
        "saslContinue",
        "logout",
        "connectionStatus",
        "ping",
        "buildInfo",
        "buildinfo",
        "listCommands",
        "whatsmyuri");
    put(
        Need.LOGIN,
        "startSession",
        "commitTransaction",
        "abortTransaction",
        "getLastError",
        "getlasterror",
        "getLastRequestStatistics",
        "features",
        "isdbgrid");
    put(
        new Need("a login; only the user's own sessions", Need.LOGIN.condition()),
        "endSessions",
        "refreshSessions",
        "killSessions");
    put(Need.of(KILL_ANY_SESSION), "killAllSessions", "killAllSessionsByPattern");
  }

  private static void documents() {
    put(Need.of(FIND), "find", "count", "distinct", "mapReduce", "mapreduce");
    put(SpecialNeeds.AGGREGATE, "aggregate");
    put(new Need("a login; only the user's own cursors", Need.LOGIN.condition()), "getMore");
    put(
        new Need(
            "a login for the user's own cursors; for others' `killAnyCursor` on the cluster",
            Need.LOGIN.condition()),
        "killCursors");
    put(Need.of(INSERT).and(SpecialNeeds.BYPASS), "insert");
    put(Need.of(UPDATE).and(SpecialNeeds.UPSERT).and(SpecialNeeds.BYPASS), "update");
    put(Need.of(REMOVE), "delete");
    put(SpecialNeeds.BULK_WRITE, "bulkWrite");
    put(SpecialNeeds.FIND_AND_MODIFY.and(SpecialNeeds.BYPASS), "findAndModify", "findandmodify");
    put(new Need("what the explained command needs", CommandAccess::mayExplain), "explain");
  }

  private static boolean mayExplain(User user, Asked asked) {
    if (!(asked.value() instanceof BsonDocument inner) || inner.isEmpty()) {
      return true;
    }
    String name = inner.getFirstKey();
    Need need = BY_COMMAND.get(name);
    // What explains itself is refused by the command, and nothing is done for it.
    return need == null
        || name.equals("explain")
        || need.isMet(user, new Asked(name, inner, asked.database()));
  }

  private static void catalog() {
    put(SpecialNeeds.CREATE, "create");
    put(Need.of(COLL_MOD).and(SpecialNeeds.VIEW), "collMod");
    put(Need.of(DROP_COLLECTION), "drop");
    put(Need.of(DROP_DATABASE), "dropDatabase");
    put(Need.of(CONVERT_TO_CAPPED), "convertToCapped");
    put(SpecialNeeds.RENAME, "renameCollection");
    put(SpecialNeeds.LIST_COLLECTIONS, "listCollections");
    put(SpecialNeeds.LIST_DATABASES, "listDatabases");
    put(Need.of(CREATE_INDEX), "createIndexes");
    put(Need.of(DROP_INDEX), "dropIndexes", "deleteIndexes");
    put(Need.of(Action.LIST_INDEXES), "listIndexes");
    put(Need.of(COLL_STATS), "collStats", "collstats");
    put(Need.of(DB_STATS), "dbStats", "dbstats");
    put(
        Need.in(" on the named collection", asked -> Asked.databaseOf(asked.value()), FIND),
        "dataSize",
        "datasize");
    put(Need.of(VALIDATE), "validate");
    put(
        Need.in(
            " on the named database", asked -> Asked.databaseOf(asked.value()), ENABLE_SHARDING),
        "enableSharding",
        "shardCollection");
    put(Need.of(COLL_MOD, CREATE_COLLECTION, CREATE_INDEX), "customAction");
    put(Need.of(ENABLE_PROFILER), "profile");
    put(Need.of(PLAN_CACHE_WRITE), "planCacheClear");
  }

  private static void users() {
    put(Need.of(CREATE_USER).and(SpecialNeeds.grants(GRANT_ROLE)), "createUser");
    put(SpecialNeeds.UPDATE_USER, "updateUser");
    put(Need.of(DROP_USER), "dropUser", "dropAllUsersFromDatabase");
    put(SpecialNeeds.grants(GRANT_ROLE), "grantRolesToUser", "grantRolesToRole");
    put(SpecialNeeds.grants(REVOKE_ROLE), "revokeRolesFromUser", "revokeRolesFromRole");
    put(SpecialNeeds.USERS_INFO, "usersInfo");
    put(SpecialNeeds.ROLES_INFO, "rolesInfo");
    put(Need.of(CREATE_ROLE).and(SpecialNeeds.grants(GRANT_ROLE)), "createRole");
    put(SpecialNeeds.EVERY_ROLE.and(SpecialNeeds.grants(GRANT_ROLE)), "updateRole");
    put(Need.of(DROP_ROLE), "dropRole", "dropAllRolesFromDatabase");
    put(Need.of(GRANT_ROLE), "grantPrivilegesToRole");
    put(Need.of(REVOKE_ROLE), "revokePrivilegesFromRole");
    put(Need.of(INVALIDATE_USER_CACHE), "invalidateUserCache");
  }

  private static void server() {
    put(Need.of(SERVER_STATUS), "serverStatus");
    put(Need.of(HOST_INFO), "hostInfo");
    put(Need.of(GET_PARAMETER), "getParameter");
    put(Need.of(SET_PARAMETER), "setParameter");
    put(Need.of(Action.SET_FEATURE_COMPATIBILITY_VERSION), "setFeatureCompatibilityVersion");
    put(Need.of(GET_LOG), "getLog");
    put(Need.of(GET_CMD_LINE_OPTS), "getCmdLineOpts");
    put(Need.of(TOP), "top");
    put(Need.of(CONN_POOL_STATS), "connPoolStats");
    put(Need.of(GET_DEFAULT_RW_CONCERN), "getDefaultRWConcern");
    put(Need.of(CHECK_FREE_MONITORING_STATUS), "getFreeMonitoringStatus");
    put(Need.of(REPL_SET_GET_STATUS), "replSetGetStatus");
    put(Need.of(REPL_SET_GET_CONFIG), "replSetGetConfig");
    put(Need.of(APPLICATION_MESSAGE), "logApplicationMessage");
    put(Need.of(Action.FSYNC), "fsync");
    put(Need.of(Action.SHUTDOWN), "shutdown");
    put(Need.of(INPROG).when("unless `$ownOps`", asked -> !asked.isTrue("$ownOps")), "currentOp");
    put(
        new Need(
            "a login for the user's own operations; for others' `killop` on the cluster",
            Need.LOGIN.condition()),
        "killOp");
  }

  /** What a command needs, or null where no line says so. */
  public static Need of(String command) {
    return BY_COMMAND.get(command);
  }

  /** All lines, in the order of the names. */
  public static Map<String, Need> all() {
    return Collections.unmodifiableMap(BY_COMMAND);
  }
}
