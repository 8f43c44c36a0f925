package dev.mayfly.mongo.auth;

import dev.mayfly.mongo.auth.Privilege.Where;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The privileges of MongoDB's built-in roles, as documented. */
final class BuiltInPrivileges {
  private static final Set<Action> READ =
      EnumSet.of(
          Action.CHANGE_STREAM,
          Action.COLL_STATS,
          Action.DB_HASH,
          Action.DB_STATS,
          Action.FIND,
          Action.KILL_CURSORS,
          Action.LIST_COLLECTIONS,
          Action.LIST_INDEXES,
          Action.PLAN_CACHE_READ);
  private static final Set<Action> READ_WRITE =
      union(
          READ,
          Set.of(
              Action.CONVERT_TO_CAPPED,
              Action.CREATE_COLLECTION,
              Action.CREATE_INDEX,
              Action.DROP_COLLECTION,
              Action.DROP_INDEX,
              Action.INSERT,
              Action.REMOVE,
              Action.RENAME_COLLECTION_SAME_DB,
              Action.UPDATE));
  private static final Set<Action> DB_ADMIN =
      EnumSet.of(
          Action.ANALYZE,
          Action.BYPASS_DOCUMENT_VALIDATION,
          Action.COLL_MOD,
          Action.COLL_STATS,
          Action.COMPACT,
          Action.CONVERT_TO_CAPPED,
          Action.CREATE_COLLECTION,
          Action.CREATE_INDEX,
          Action.DB_STATS,
          Action.DROP_COLLECTION,
          Action.DROP_DATABASE,
          Action.DROP_INDEX,
          Action.ENABLE_PROFILER,
          Action.LIST_COLLECTIONS,
          Action.LIST_INDEXES,
          Action.PLAN_CACHE_INDEX_FILTER,
          Action.PLAN_CACHE_READ,
          Action.PLAN_CACHE_WRITE,
          Action.RE_INDEX,
          Action.RENAME_COLLECTION_SAME_DB,
          Action.STORAGE_DETAILS,
          Action.VALIDATE);
  private static final Set<Action> USER_ADMIN =
      EnumSet.of(
          Action.CHANGE_CUSTOM_DATA,
          Action.CHANGE_PASSWORD,
          Action.CREATE_ROLE,
          Action.CREATE_USER,
          Action.DROP_ROLE,
          Action.DROP_USER,
          Action.GRANT_ROLE,
          Action.REVOKE_ROLE,
          Action.VIEW_ROLE,
          Action.VIEW_USER);
  private static final Set<Action> MONITORED =
      EnumSet.of(Action.COLL_STATS, Action.DB_STATS, Action.INDEX_STATS);
  private static final Set<Action> MANAGED =
      EnumSet.of(Action.ENABLE_SHARDING, Action.INSERT, Action.UPDATE, Action.REMOVE);
  private static final Set<Action> RESTORED =
      EnumSet.of(
          Action.BYPASS_DOCUMENT_VALIDATION,
          Action.COLL_MOD,
          Action.CONVERT_TO_CAPPED,
          Action.CREATE_COLLECTION,
          Action.CREATE_INDEX,
          Action.DROP_COLLECTION,
          Action.INSERT);

  private static final List<Privilege> MONITOR =
      List.of(
          on(
              Where.CLUSTER,
              Action.CHECK_FREE_MONITORING_STATUS,
              Action.CONN_POOL_STATS,
              Action.GET_CMD_LINE_OPTS,
              Action.GET_DEFAULT_RW_CONCERN,
              Action.GET_LOG,
              Action.GET_PARAMETER,
              Action.HOST_INFO,
              Action.INPROG,
              Action.LIST_DATABASES,
              Action.LIST_SESSIONS,
              Action.REPL_SET_GET_CONFIG,
              Action.REPL_SET_GET_STATUS,
              Action.SERVER_STATUS,
              Action.TOP),
          new Privilege(Where.ANY_DATABASE, MONITORED),
          new Privilege(Where.CONFIG, union(READ, MONITORED)),
          new Privilege(Where.LOCAL, union(READ, MONITORED)));
  private static final List<Privilege> HOST_MANAGER =
      List.of(
          on(
              Where.CLUSTER,
              Action.APPLICATION_MESSAGE,
              Action.FSYNC,
              Action.INVALIDATE_USER_CACHE,
              Action.KILL_ANY_CURSOR,
              Action.KILL_ANY_SESSION,
              Action.KILLOP,
              Action.SET_PARAMETER,
              Action.SHUTDOWN),
          on(Where.ANY_DATABASE, Action.KILL_CURSORS));
  private static final List<Privilege> MANAGER =
      List.of(
          on(
              Where.CLUSTER,
              Action.APPLICATION_MESSAGE,
              Action.GET_DEFAULT_RW_CONCERN,
              Action.LIST_SESSIONS,
              Action.REPL_SET_CONFIGURE,
              Action.REPL_SET_STATE_CHANGE,
              Action.REPL_SET_GET_CONFIG,
              Action.REPL_SET_GET_STATUS,
              Action.SET_DEFAULT_RW_CONCERN,
              Action.SET_FEATURE_COMPATIBILITY_VERSION),
          on(Where.ANY_DATABASE, Action.ENABLE_SHARDING),
          new Privilege(Where.CONFIG, union(READ, MANAGED)),
          new Privilege(Where.LOCAL, MANAGED));

  private BuiltInPrivileges() {}

  static List<Privilege> of(String role) {
    return switch (role) {
      case "read" -> List.of(new Privilege(Where.ITS_DATABASE, READ));
      case "readWrite" -> List.of(new Privilege(Where.ITS_DATABASE, READ_WRITE));
      case "dbAdmin" -> List.of(new Privilege(Where.ITS_DATABASE, DB_ADMIN));
      case "userAdmin" -> List.of(new Privilege(Where.ITS_DATABASE, USER_ADMIN));
      case "dbOwner" ->
          List.of(
              new Privilege(Where.ITS_DATABASE, union(READ_WRITE, union(DB_ADMIN, USER_ADMIN))));
      case "enableSharding" -> List.of(on(Where.ANY_DATABASE, Action.ENABLE_SHARDING));
      case "readAnyDatabase" -> anyDatabase(READ);
      case "readWriteAnyDatabase" -> anyDatabase(READ_WRITE);
      case "dbAdminAnyDatabase" -> anyDatabase(DB_ADMIN);
      case "userAdminAnyDatabase" ->
          List.of(
              new Privilege(Where.EVERY_DATABASE, USER_ADMIN),
              on(Where.CLUSTER, Action.LIST_DATABASES, Action.INVALIDATE_USER_CACHE));
      case "clusterMonitor" -> MONITOR;
      case "hostManager" -> HOST_MANAGER;
      case "clusterManager" -> MANAGER;
      case "clusterAdmin" ->
          all(
              MONITOR,
              HOST_MANAGER,
              MANAGER,
              List.of(on(Where.ANY_DATABASE, Action.DROP_DATABASE)));
      case "backup" ->
          List.of(
              on(
                  Where.EVERY_DATABASE,
                  Action.COLL_STATS,
                  Action.FIND,
                  Action.LIST_COLLECTIONS,
                  Action.LIST_INDEXES),
              on(Where.CLUSTER, Action.GET_PARAMETER, Action.LIST_DATABASES, Action.SERVER_STATUS));
      case "restore" ->
          List.of(
              new Privilege(Where.ANY_DATABASE, union(RESTORED, USER_ADMIN)),
              new Privilege(Where.CONFIG, RESTORED),
              new Privilege(Where.LOCAL, RESTORED),
              on(Where.EVERY_DATABASE, Action.LIST_COLLECTIONS),
              on(Where.CLUSTER, Action.GET_PARAMETER));
      case "root" -> everything();
      default -> throw new IllegalArgumentException("nothing is known of the role " + role);
    };
  }

  private static List<Privilege> anyDatabase(Set<Action> actions) {
    return List.of(
        new Privilege(Where.ANY_DATABASE, actions), on(Where.CLUSTER, Action.LIST_DATABASES));
  }

  /** MongoDB's root has fewer privileges on local and config, which are ordinary databases here. */
  private static List<Privilege> everything() {
    Set<Action> ofDatabases = EnumSet.allOf(Action.class);
    ofDatabases.removeIf(Action::isOfCluster);
    return List.of(
        new Privilege(Where.EVERY_DATABASE, ofDatabases),
        new Privilege(Where.CLUSTER, EnumSet.complementOf(EnumSet.copyOf(ofDatabases))));
  }

  private static Privilege on(Where where, Action... actions) {
    return new Privilege(where, EnumSet.copyOf(Arrays.asList(actions)));
  }

  private static Set<Action> union(Set<Action> some, Collection<Action> others) {
    Set<Action> all = EnumSet.copyOf(some);
    all.addAll(others);
    return all;
  }

  @SafeVarargs
  private static List<Privilege> all(List<Privilege>... parts) {
    List<Privilege> all = new ArrayList<>();
    for (List<Privilege> part : parts) {
      all.addAll(part);
    }
    return List.copyOf(all);
  }
}
