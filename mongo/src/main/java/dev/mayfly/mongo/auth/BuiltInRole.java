package dev.mayfly.mongo.auth;

import java.util.Arrays;

/** The roles that there are. */
public enum BuiltInRole {
  READ("read", Scope.ITS_DATABASE, Action.READ),
  READ_WRITE("readWrite", Scope.ITS_DATABASE, Action.READ, Action.WRITE),
  DB_ADMIN("dbAdmin", Scope.ITS_DATABASE, Action.DATABASE_ADMIN),
  USER_ADMIN("userAdmin", Scope.ITS_DATABASE, Action.USER_ADMIN),
  DB_OWNER(
      "dbOwner",
      Scope.ITS_DATABASE,
      Action.READ,
      Action.WRITE,
      Action.DATABASE_ADMIN,
      Action.USER_ADMIN),
  READ_ANY_DATABASE("readAnyDatabase", Scope.EVERYWHERE, Action.READ),
  READ_WRITE_ANY_DATABASE("readWriteAnyDatabase", Scope.EVERYWHERE, Action.READ, Action.WRITE),
  DB_ADMIN_ANY_DATABASE("dbAdminAnyDatabase", Scope.EVERYWHERE, Action.DATABASE_ADMIN),
  USER_ADMIN_ANY_DATABASE("userAdminAnyDatabase", Scope.EVERYWHERE, Action.USER_ADMIN),
  CLUSTER_MONITOR("clusterMonitor", Scope.EVERYWHERE, Action.MONITOR),
  CLUSTER_MANAGER("clusterManager", Scope.EVERYWHERE, Action.SERVER_ADMIN),
  HOST_MANAGER("hostManager", Scope.EVERYWHERE, Action.SERVER_ADMIN),
  CLUSTER_ADMIN("clusterAdmin", Scope.EVERYWHERE, Action.MONITOR, Action.SERVER_ADMIN),
  BACKUP("backup", Scope.EVERYWHERE, Action.READ, Action.MONITOR),
  RESTORE("restore", Scope.EVERYWHERE, Action.WRITE, Action.DATABASE_ADMIN, Action.USER_ADMIN),
  ROOT("root", Scope.EVERYWHERE, Action.values());

  /** Where a role holds. Those that hold everywhere are granted in the database admin. */
  public enum Scope {
    ITS_DATABASE,
    EVERYWHERE
  }

  private final String wireName;
  private final Scope scope;
  private final int bits;

  BuiltInRole(String wireName, Scope scope, Action... actions) {
    this.wireName = wireName;
    this.scope = scope;
    this.bits = Action.bits(actions);
  }

  public String wireName() {
    return wireName;
  }

  public Scope scope() {
    return scope;
  }

  int bits() {
    return bits;
  }

  public boolean allows(Action action) {
    return (bits & action.bit()) != 0;
  }

  /** Whether it can be granted in a database. */
  public boolean isOf(String database) {
    return scope == Scope.ITS_DATABASE || database.equals("admin");
  }

  /** By its name, or null. */
  public static BuiltInRole named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.wireName.equals(name))
        .findFirst()
        .orElse(null);
  }
}
