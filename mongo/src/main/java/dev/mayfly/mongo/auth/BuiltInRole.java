package dev.mayfly.mongo.auth;

import java.util.Arrays;
import java.util.List;

/** The roles that there are. */
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
  private final List<Grant> grants;

  BuiltInRole(String wireName, boolean ofAdmin) {
    this.wireName = wireName;
    this.ofAdmin = ofAdmin;
    this.grants = RoleGrants.of(wireName);
  }

  public String wireName() {
    return wireName;
  }

  /** What it allows where. */
  public List<Grant> grants() {
    return grants;
  }

  /** Whether it can be granted in a database: some are only in admin. */
  public boolean isOf(String database) {
    return !ofAdmin || database.equals("admin");
  }

  /** By its name, or null. */
  public static BuiltInRole named(String name) {
    return Arrays.stream(values())
        .filter(each -> each.wireName.equals(name))
        .findFirst()
        .orElse(null);
  }
}
