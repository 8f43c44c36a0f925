package dev.mayfly.engine.error;

/** What can go wrong, for front ends to translate and for operators to count. */
public enum ErrorCode {
  /** A request's value is not valid; the message names the value and what is allowed. */
  BAD_REQUEST(Kind.USER),
  /** A ttl or defaultTtl outside its domain. */
  BAD_TTL(Kind.USER),
  /** The partition key of the request and that of the body differ, or have the wrong shape. */
  WRONG_PARTITION_KEY(Kind.USER),
  /** The body is not well-formed BSON or nests too deeply. */
  MALFORMED_BODY(Kind.USER),
  /** The body, key or request is larger than allowed. */
  TOO_LARGE(Kind.USER),
  /** A transaction writes more than allowed. */
  TRANSACTION_TOO_LARGE(Kind.USER),
  /** No such database. */
  DATABASE_NOT_FOUND(Kind.USER),
  /** No such container. */
  CONTAINER_NOT_FOUND(Kind.USER),
  /** No such item, or it has expired. */
  ITEM_NOT_FOUND(Kind.USER),
  /** No such index. */
  INDEX_NOT_FOUND(Kind.USER),
  /** No such partition key range: there never was one, or it was split. */
  RANGE_NOT_FOUND(Kind.USER),
  /** The name or id is taken. */
  ALREADY_EXISTS(Kind.USER),
  /** A unique key's value is taken. */
  UNIQUE_KEY_VIOLATION(Kind.USER),
  /** The paths of an index lead into two arrays of one item. */
  PARALLEL_ARRAYS(Kind.USER),
  /** A path of an index that takes no arrays leads to one. */
  ARRAY_REFUSED(Kind.USER),
  /** An etag condition does not hold. */
  PRECONDITION_FAILED(Kind.USER),
  /** Another operation of the same batch failed; this one was not done. */
  FAILED_DEPENDENCY(Kind.USER),
  /** A transaction lost against one that committed first; may be tried again. */
  WRITE_CONFLICT(Kind.USER),
  /** An open transaction is going to write the same; may be tried again when it has ended. */
  ITEM_LOCKED(Kind.USER),
  /** A container was changed or dropped since the moment that is to be read. */
  SNAPSHOT_UNAVAILABLE(Kind.USER),
  /** The rows of the moment that is to be read are no longer kept. */
  SNAPSHOT_TOO_OLD(Kind.USER),
  /** A continuation that is damaged, or belongs to another container or incarnation. */
  BAD_CONTINUATION(Kind.USER),
  /** The feed no longer reaches back that far. */
  FEED_TRUNCATED(Kind.USER),
  /** The change would expire more of the container than the guard allows. */
  GUARD_REFUSED(Kind.USER),
  /** Provisioned throughput is spent; the exception says how long to wait. */
  TOO_MANY_REQUESTS(Kind.USER),
  /** The write would pass the container's or the logical partition's quota. */
  QUOTA_EXCEEDED(Kind.USER),
  /** There are as many databases or containers as there may be. */
  TOO_MANY_RESOURCES(Kind.USER),
  /** The operation is not possible on this storage or with this configuration. */
  NOT_SUPPORTED(Kind.USER),
  /** Too many requests are waiting. */
  OVERLOADED(Kind.RESOURCES),
  /** The medium is full; reads continue. */
  DISK_FULL(Kind.RESOURCES),
  /** The medium or the storage library failed; reads continue as long as they can. */
  STORAGE_FAILED(Kind.INTERNAL),
  /** A row or file does not hold what it must. */
  CORRUPTED(Kind.INTERNAL),
  /** The directory is in use by another process. */
  LOCKED(Kind.USER),
  /** The directory was written by a newer version. */
  NEWER_FORMAT(Kind.USER),
  /** The wall clock is behind the stored time by more than the bound. */
  CLOCK_BEHIND(Kind.USER),
  /** Another node of the cluster leads; nothing was written, try again there. */
  NOT_LEADER(Kind.RESOURCES),
  /** Leadership was lost while a write was being replicated: it may be committed or not. */
  OUTCOME_UNKNOWN(Kind.RESOURCES),
  /** No majority of the cluster's nodes can be reached; try again when one is back. */
  NO_QUORUM(Kind.RESOURCES),
  /** The engine or storage is closed. */
  CLOSED(Kind.RESOURCES),
  /** A defect in Mayfly. */
  INTERNAL(Kind.INTERNAL);

  /** Whose business an error is. */
  public enum Kind {
    USER,
    RESOURCES,
    INTERNAL
  }

  private final Kind kind;

  ErrorCode(Kind kind) {
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
