package dev.mayfly.engine.read;

/** What an entry of the operation log is about; the order is that of the codes on disk. */
public enum OperationKind {
  CREATE,
  UPDATE,
  REPLACE,
  DELETE,
  CREATE_CONTAINER,
  DROP_CONTAINER,
  RENAME_CONTAINER,
  CHANGE_CONTAINER,
  DROP_DATABASE
}
