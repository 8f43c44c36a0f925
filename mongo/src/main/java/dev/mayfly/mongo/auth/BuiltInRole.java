package dev.mayfly.mongo.auth;

import java.util.Arrays;
import java.util.List;

public enum BuiltInRole {
  READ("read", false),
  READ_WRITE("readWrite", false),
  DB_ADMIN("dbAdmin", false),
  USER_ADMIN("userAdmin", false),
  DB_OWNER("dbOwner", false),
  ENABLE_SHARDING("enableSharding", false),
  READ_ANY_DATABASE("readAnyDatabase", true),
  READ_WRITE_ANY_DATABASE("readWriteAnyDatabase", true),
  DB_ADMIN_ANY_DATABASE("dbAdminAnyDatabase", true),
  USER_ADMIN_ANY_DATABASE("userAdminAnyDatabase", true),
  CLUSTER_MONITOR("clusterMonitor", true),
  CLUSTER_MANAGER("clusterManager", true),
  HOST_MANAGER("hostManager", true),
  CLUSTER_ADMIN("clusterAdmin", true),
  BACKUP("backup", true),
  RESTORE("restore", true),
  ROOT("root", true);

  private final String wireName;
  private final boolean ofAdmin;
  private final List<Privilege> grants;

  BuiltInRole(String wireName, boolean ofAdmin) {
    this.wireName = wireName;
    this.ofAdmin = ofAdmin;
    this.grants = BuiltInPrivileges.of(wireName);
  }

  public String wireName() {
    return wireName;
  }

  public List<Privilege> grants() {
    return grants;
  }

  /** Whether it exists in a database: some roles are in admin only. */
  public boolean isOf(String database) {
    return !ofAdmin || database.equals("admin");
  }

  public static BuiltInRole named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.wireName.equals(name))
        .findFirst()
        .orElse(null);
  }
}
