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
import static dev.mayfly.mongo.auth.Action.REPL_SET_CONFIGURE;
import static dev.mayfly.mongo.auth.Action.REPL_SET_GET_CONFIG;
import static dev.mayfly.mongo.auth.Action.REPL_SET_GET_STATUS;
import static dev.mayfly.mongo.auth.Action.REPL_SET_STATE_CHANGE;
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
 * The privileges that each command requires, as documented by MongoDB. A command without an entry
 * can't be registered.
 */
public final class CommandAccess {
  private static final SortedMap<String, PrivilegeCheck> BY_COMMAND = new TreeMap<>();

  static {
    handshake();
    documents();
    catalog();
    users();
    server();
  }

  private CommandAccess() {}

  private static void put(PrivilegeCheck need, String... names) {
    for (String name : names) {
      if (BY_COMMAND.put(name, need) != null) {
        throw new IllegalStateException("there are two lines for the command " + name);
      }
    }
  }

  private static void handshake() {
    put(
        PrivilegeCheck.NOTHING,
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
        PrivilegeCheck.LOGIN,
        "startSession",
        "commitTransaction",
        "abortTransaction",
        "getLastRequestStatistics",
        "features",
        "isdbgrid");
    put(
        new PrivilegeCheck(
            "a login; only the user's own sessions", PrivilegeCheck.LOGIN.condition()),
        "endSessions",
        "refreshSessions",
        "killSessions");
    put(PrivilegeCheck.of(KILL_ANY_SESSION), "killAllSessions", "killAllSessionsByPattern");
  }

  private static void documents() {
    put(PrivilegeCheck.of(FIND), "find", "count", "distinct", "mapReduce", "mapreduce");
    put(PrivilegeChecks.AGGREGATE, "aggregate");
    put(
        new PrivilegeCheck(
            "a login; only the user's own cursors", PrivilegeCheck.LOGIN.condition()),
        "getMore");
    put(
        new PrivilegeCheck(
            "a login for the user's own cursors; for others' `killAnyCursor` on the cluster",
            PrivilegeCheck.LOGIN.condition()),
        "killCursors");
    put(PrivilegeCheck.of(INSERT).and(PrivilegeChecks.BYPASS), "insert");
    put(
        PrivilegeCheck.of(UPDATE).and(PrivilegeChecks.UPSERT).and(PrivilegeChecks.BYPASS),
        "update");
    put(PrivilegeCheck.of(REMOVE), "delete");
    put(PrivilegeChecks.BULK_WRITE, "bulkWrite");
    put(
        PrivilegeChecks.FIND_AND_MODIFY.and(PrivilegeChecks.BYPASS),
        "findAndModify",
        "findandmodify");
    put(
        new PrivilegeCheck("what the explained command needs", CommandAccess::mayExplain),
        "explain");
  }

  private static boolean mayExplain(User user, CommandRequest asked) {
    if (!(asked.value() instanceof BsonDocument inner) || inner.isEmpty()) {
      return true;
    }
    String name = inner.getFirstKey();
    PrivilegeCheck need = BY_COMMAND.get(name);
    // An explain of explain is rejected by the command itself.
    return need == null
        || name.equals("explain")
        || need.isSatisfiedBy(user, new CommandRequest(name, inner, asked.database()));
  }

  private static void catalog() {
    put(PrivilegeChecks.CREATE, "create");
    put(PrivilegeCheck.of(COLL_MOD).and(PrivilegeChecks.VIEW), "collMod");
    put(PrivilegeCheck.of(DROP_COLLECTION), "drop");
    put(PrivilegeCheck.of(DROP_DATABASE), "dropDatabase");
    put(PrivilegeCheck.of(CONVERT_TO_CAPPED), "convertToCapped");
    put(PrivilegeChecks.RENAME, "renameCollection");
    put(PrivilegeChecks.LIST_COLLECTIONS, "listCollections");
    put(PrivilegeChecks.LIST_DATABASES, "listDatabases");
    put(
        PrivilegeCheck.of(CREATE_INDEX),
        "createIndexes",
        "createSearchIndexes",
        "updateSearchIndex");
    put(PrivilegeCheck.of(DROP_INDEX), "dropIndexes", "deleteIndexes", "dropSearchIndex");
    put(PrivilegeCheck.of(Action.LIST_INDEXES), "listIndexes", "listSearchIndexes");
    put(PrivilegeCheck.of(COLL_STATS), "collStats", "collstats");
    put(PrivilegeCheck.of(DB_STATS), "dbStats", "dbstats");
    put(
        PrivilegeCheck.in(
            " on the named collection", asked -> CommandRequest.databaseOf(asked.value()), FIND),
        "dataSize",
        "datasize");
    put(PrivilegeCheck.of(VALIDATE), "validate");
    put(
        PrivilegeCheck.in(
            " on the named database",
            asked -> CommandRequest.databaseOf(asked.value()),
            ENABLE_SHARDING),
        "enableSharding",
        "shardCollection");
    put(PrivilegeCheck.of(COLL_MOD, CREATE_COLLECTION, CREATE_INDEX), "customAction");
    put(PrivilegeCheck.of(ENABLE_PROFILER), "profile");
    put(PrivilegeCheck.of(PLAN_CACHE_WRITE), "planCacheClear");
  }

  private static void users() {
    put(PrivilegeCheck.of(CREATE_USER).and(PrivilegeChecks.grants(GRANT_ROLE)), "createUser");
    put(PrivilegeChecks.UPDATE_USER, "updateUser");
    put(PrivilegeCheck.of(DROP_USER), "dropUser", "dropAllUsersFromDatabase");
    put(PrivilegeChecks.grants(GRANT_ROLE), "grantRolesToUser", "grantRolesToRole");
    put(PrivilegeChecks.grants(REVOKE_ROLE), "revokeRolesFromUser", "revokeRolesFromRole");
    put(PrivilegeChecks.USERS_INFO, "usersInfo");
    put(PrivilegeChecks.ROLES_INFO, "rolesInfo");
    put(PrivilegeCheck.of(CREATE_ROLE).and(PrivilegeChecks.grants(GRANT_ROLE)), "createRole");
    put(PrivilegeChecks.EVERY_ROLE.and(PrivilegeChecks.grants(GRANT_ROLE)), "updateRole");
    put(PrivilegeCheck.of(DROP_ROLE), "dropRole", "dropAllRolesFromDatabase");
    put(PrivilegeCheck.of(GRANT_ROLE), "grantPrivilegesToRole");
    put(PrivilegeCheck.of(REVOKE_ROLE), "revokePrivilegesFromRole");
    put(PrivilegeCheck.of(INVALIDATE_USER_CACHE), "invalidateUserCache");
  }

  private static void server() {
    put(PrivilegeCheck.of(SERVER_STATUS), "serverStatus");
    put(PrivilegeCheck.of(HOST_INFO), "hostInfo");
    put(PrivilegeCheck.of(GET_PARAMETER), "getParameter");
    put(PrivilegeCheck.of(SET_PARAMETER), "setParameter", "configureFailPoint");
    put(
        PrivilegeCheck.of(Action.SET_FEATURE_COMPATIBILITY_VERSION),
        "setFeatureCompatibilityVersion");
    put(PrivilegeCheck.of(GET_LOG), "getLog");
    put(PrivilegeCheck.of(GET_CMD_LINE_OPTS), "getCmdLineOpts");
    put(PrivilegeCheck.of(TOP), "top");
    put(PrivilegeCheck.of(CONN_POOL_STATS), "connPoolStats");
    put(PrivilegeCheck.of(GET_DEFAULT_RW_CONCERN), "getDefaultRWConcern");
    put(PrivilegeCheck.of(CHECK_FREE_MONITORING_STATUS), "getFreeMonitoringStatus");
    put(PrivilegeCheck.of(REPL_SET_GET_STATUS), "replSetGetStatus");
    put(PrivilegeCheck.of(REPL_SET_GET_CONFIG), "replSetGetConfig");
    put(PrivilegeCheck.of(REPL_SET_CONFIGURE), "replSetInitiate");
    put(PrivilegeCheck.of(REPL_SET_STATE_CHANGE), "replSetStepDown", "replSetFreeze");
    put(PrivilegeCheck.of(APPLICATION_MESSAGE), "logApplicationMessage");
    put(PrivilegeCheck.of(Action.FSYNC), "fsync");
    put(PrivilegeCheck.of(Action.SHUTDOWN), "shutdown");
    put(
        PrivilegeCheck.of(INPROG).when("unless `$ownOps`", asked -> !asked.isTrue("$ownOps")),
        "currentOp");
    put(
        new PrivilegeCheck(
            "a login for the user's own operations; for others' `killop` on the cluster",
            PrivilegeCheck.LOGIN.condition()),
        "killOp");
  }

  /** The check of a command; null if there is no entry. */
  public static PrivilegeCheck of(String command) {
    return BY_COMMAND.get(command);
  }

  /** All entries by command name. */
  public static Map<String, PrivilegeCheck> all() {
    return Collections.unmodifiableMap(BY_COMMAND);
  }
}
