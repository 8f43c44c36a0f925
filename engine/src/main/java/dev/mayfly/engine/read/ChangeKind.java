package dev.mayfly.engine.read;

/** What happened to an item, in the log of all versions and deletes. */
public enum ChangeKind {
  CREATE,
  REPLACE,
  DELETE,
  /** Its ttl expired. */
  TTL_DELETE
}
