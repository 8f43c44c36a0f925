package dev.mayfly.mongo.auth;

/** MongoDB's privilege actions that are checked here or that tools ask for. */
public enum Action {
  ANALYZE("analyze"),
  BYPASS_DOCUMENT_VALIDATION("bypassDocumentValidation"),
  CHANGE_CUSTOM_DATA("changeCustomData"),
  CHANGE_PASSWORD("changePassword"),
  CHANGE_STREAM("changeStream"),
  COLL_MOD("collMod"),
  COLL_STATS("collStats"),
  COMPACT("compact"),
  CONVERT_TO_CAPPED("convertToCapped"),
  CREATE_COLLECTION("createCollection"),
  CREATE_INDEX("createIndex"),
  CREATE_ROLE("createRole"),
  CREATE_USER("createUser"),
  DB_HASH("dbHash"),
  DB_STATS("dbStats"),
  DROP_COLLECTION("dropCollection"),
  DROP_DATABASE("dropDatabase"),
  DROP_INDEX("dropIndex"),
  DROP_ROLE("dropRole"),
  DROP_USER("dropUser"),
  ENABLE_PROFILER("enableProfiler"),
  ENABLE_SHARDING("enableSharding"),
  FIND("find"),
  GRANT_ROLE("grantRole"),
  INDEX_STATS("indexStats"),
  INSERT("insert"),
  KILL_CURSORS("killCursors"),
  LIST_COLLECTIONS("listCollections"),
  LIST_INDEXES("listIndexes"),
  PLAN_CACHE_INDEX_FILTER("planCacheIndexFilter"),
  PLAN_CACHE_READ("planCacheRead"),
  PLAN_CACHE_WRITE("planCacheWrite"),
  RE_INDEX("reIndex"),
  REMOVE("remove"),
  RENAME_COLLECTION_SAME_DB("renameCollectionSameDB"),
  REVOKE_ROLE("revokeRole"),
  STORAGE_DETAILS("storageDetails"),
  UPDATE("update"),
  VALIDATE("validate"),
  VIEW_ROLE("viewRole"),
  VIEW_USER("viewUser"),

  APPLICATION_MESSAGE("applicationMessage", true),
  CHECK_FREE_MONITORING_STATUS("checkFreeMonitoringStatus", true),
  CONN_POOL_STATS("connPoolStats", true),
  FSYNC("fsync", true),
  GET_CMD_LINE_OPTS("getCmdLineOpts", true),
  GET_DEFAULT_RW_CONCERN("getDefaultRWConcern", true),
  GET_LOG("getLog", true),
  GET_PARAMETER("getParameter", true),
  HOST_INFO("hostInfo", true),
  INPROG("inprog", true),
  INVALIDATE_USER_CACHE("invalidateUserCache", true),
  KILL_ANY_CURSOR("killAnyCursor", true),
  KILL_ANY_SESSION("killAnySession", true),
  KILLOP("killop", true),
  LIST_DATABASES("listDatabases", true),
  LIST_SESSIONS("listSessions", true),
  REPL_SET_CONFIGURE("replSetConfigure", true),
  REPL_SET_STATE_CHANGE("replSetStateChange", true),
  REPL_SET_GET_CONFIG("replSetGetConfig", true),
  REPL_SET_GET_STATUS("replSetGetStatus", true),
  SERVER_STATUS("serverStatus", true),
  SET_DEFAULT_RW_CONCERN("setDefaultRWConcern", true),
  SET_FEATURE_COMPATIBILITY_VERSION("setFeatureCompatibilityVersion", true),
  SET_PARAMETER("setParameter", true),
  SHUTDOWN("shutdown", true),
  TOP("top", true);

  private final String wireName;
  private final boolean ofCluster;

  Action(String wireName) {
    this(wireName, false);
  }

  Action(String wireName, boolean ofCluster) {
    this.wireName = wireName;
    this.ofCluster = ofCluster;
  }

  public String wireName() {
    return wireName;
  }

  /** Whether it applies to the cluster rather than to a database. */
  public boolean isOfCluster() {
    return ofCluster;
  }
}
