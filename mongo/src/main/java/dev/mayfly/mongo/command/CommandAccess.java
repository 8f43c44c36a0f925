package dev.mayfly.mongo.command;

import dev.mayfly.mongo.auth.Action;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What one must be allowed to do for a command. */
final class CommandAccess {
  private static final Map<String, Set<Action>> BY_COMMAND = new HashMap<>();

  private static final Set<Action> ANYBODY = EnumSet.noneOf(Action.class);

  /** What nobody has thought of is for those who may change the server. */
  private static final Set<Action> UNKNOWN = EnumSet.of(Action.SERVER_ADMIN);

  static {
    put(
        ANYBODY,
        "ping connectionStatus endSessions startSession refreshSessions killSessions logout"
            + " listCommands features isdbgrid getLastError commitTransaction abortTransaction"
            + " listDatabases usersInfo whatsmyuri buildInfo buildinfo getLastRequestStatistics"
            + " getlasterror atlasVersion getDefaultRWConcern");
    put(
        EnumSet.of(Action.READ),
        "find count distinct aggregate getMore killCursors dbHash mapReduce"
            + " planCacheListFilters mapreduce");
    put(
        EnumSet.of(Action.READ, Action.DATABASE_ADMIN),
        "listCollections listIndexes dbStats dbstats collStats collstats");
    put(EnumSet.of(Action.WRITE), "insert update delete findAndModify findandmodify bulkWrite");
    put(
        EnumSet.of(Action.WRITE, Action.DATABASE_ADMIN),
        "create createIndexes drop dropIndexes deleteIndexes renameCollection convertToCapped");
    put(
        EnumSet.of(Action.DATABASE_ADMIN),
        "dropDatabase collMod validate planCacheClear compact reIndex reindex profile customAction"
            + " enableSharding cloneCollectionAsCapped");
    put(
        EnumSet.of(Action.USER_ADMIN),
        "createUser updateUser dropUser dropAllUsersFromDatabase rolesInfo grantRolesToUser"
            + " revokeRolesFromUser createRole updateRole dropRole dropAllRolesFromDatabase"
            + " grantRolesToRole revokeRolesFromRole grantPrivilegesToRole"
            + " revokePrivilegesFromRole");
    put(
        EnumSet.of(Action.MONITOR),
        "serverStatus hostInfo getParameter getLog getCmdLineOpts top currentOp connPoolStats"
            + " replSetGetStatus replSetGetConfig getFreeMonitoringStatus connectionPoolStats"
            + " getShardMap");
  }

  private CommandAccess() {}

  private static void put(Set<Action> actions, String names) {
    for (String name : names.split(" ")) {
      BY_COMMAND.put(name, actions);
    }
  }

  /** One of these is enough; none at all means that it is for everybody who has logged in. */
  static Set<Action> of(String command) {
    return BY_COMMAND.getOrDefault(command, UNKNOWN);
  }
}
