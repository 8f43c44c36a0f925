package dev.mayfly.mongo.call;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;

/** The generic arguments of commands, parsed in one pass. */
public final class GenericArguments {
  private static final Set<String> NAMES =
      Set.of(
          "$db",
          "$readPreference",
          "$clusterTime",
          "$client",
          "$configServerState",
          "$configTime",
          "$topologyTime",
          "$audit",
          "$replData",
          "$oplogQueryData",
          "$queryOptions",
          "$traceCtx",
          "lsid",
          "txnNumber",
          "txnRetryCounter",
          "autocommit",
          "startTransaction",
          "startOrContinueTransaction",
          "coordinator",
          "stmtId",
          "stmtIds",
          "readConcern",
          "writeConcern",
          "maxTimeMS",
          "maxTimeMSOpOnly",
          "comment",
          "apiVersion",
          "apiStrict",
          "apiDeprecationErrors",
          "readOnly",
          "databaseVersion",
          "shardVersion",
          "mayBypassWriteBlocking",
          "operationSessionInfo",
          "clientOperationKey",
          "expectPrefix",
          "requestGossipRoutingCache",
          "rawData",
          "versionContext",
          "help",
          "serialization_context");

  private static final int DATABASE_LENGTH = 3;
  private static final int CLUSTER_TIME_LENGTH = 12;
  private static final int READ_PREFERENCE_LENGTH = 15;
  private static final byte[] MODE = {'m', 'o', 'd', 'e'};

  private String name = "";
  private String database;
  private RawValue clusterTime;
  private RawValue readPreference;
  private RawValue lsid;
  private long txnNumber = -1;
  private boolean numbered;
  private Boolean startTransaction;
  private Boolean autocommit;
  private long maxTimeMillis;
  private RawValue readConcern;
  private RawValue writeConcern;
  private RawValue apiVersion;
  private RawValue apiStrict;
  private RawValue apiDeprecationErrors;
  private boolean help;

  /** Whether a field is a generic argument. */
  public static boolean isGeneric(String name) {
    return NAMES.contains(name);
  }

  public static GenericArguments of(LazyDocument command) {
    GenericArguments arguments = new GenericArguments();
    RawCursor cursor = command.raw().elements();
    if (cursor.next()) {
      arguments.name = cursor.name();
    }
    byte[] bytes = command.raw().bytes();
    while (cursor.next()) {
      switch (bytes[cursor.nameOffset()]) {
        case '$' -> {
          if (cursor.nameLength() == DATABASE_LENGTH
              || cursor.nameLength() == CLUSTER_TIME_LENGTH
              || cursor.nameLength() == READ_PREFERENCE_LENGTH) {
            arguments.read(cursor);
          }
        }
        case 'l', 't', 's', 'a', 'm', 'r', 'w', 'h' -> arguments.read(cursor);
        default -> {
          // No generic argument of interest starts like this.
        }
      }
    }
    return arguments;
  }

  private void read(RawCursor cursor) {
    if (cursor.nameLength() > 20) {
      return;
    }
    switch (cursor.name()) {
      case "$db" -> database = text(cursor);
      case "$clusterTime" -> clusterTime = cursor.value();
      case "$readPreference" -> readPreference = document(cursor);
      case "lsid" -> lsid = document(cursor);
      case "txnNumber" -> {
        txnNumber = number(cursor);
        numbered = true;
      }
      case "startTransaction" -> startTransaction = flag(cursor);
      case "autocommit" -> autocommit = flag(cursor);
      case "maxTimeMS" -> maxTimeMillis = time(cursor);
      case "readConcern" -> readConcern = optional(cursor);
      case "writeConcern" -> writeConcern = optional(cursor);
      case "apiVersion" -> apiVersion = cursor.value();
      case "apiStrict" -> apiStrict = cursor.value();
      case "apiDeprecationErrors" -> apiDeprecationErrors = cursor.value();
      case "help" -> help = !isFalse(cursor.value());
      default -> {
        // A field of the command.
      }
    }
  }

  private static String text(RawCursor cursor) {
    if (cursor.type() != RawType.STRING) {
      throw wrongType(cursor, "string");
    }
    return cursor.value().asString();
  }

  private static RawValue document(RawCursor cursor) {
    if (cursor.type() != RawType.DOCUMENT) {
      throw wrongType(cursor, "object");
    }
    return cursor.value();
  }

  private static RawValue optional(RawCursor cursor) {
    return cursor.type() == RawType.NULL ? null : document(cursor);
  }

  private static long number(RawCursor cursor) {
    if (cursor.type() != RawType.INT64 && cursor.type() != RawType.INT32) {
      throw wrongType(cursor, "long");
    }
    return cursor.value().asLong();
  }

  private static long time(RawCursor cursor) {
    RawValue value = cursor.value();
    if (!value.isNumber()) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "maxTimeMS must be a number");
    }
    double millis = value.asDouble();
    if (millis != Math.rint(millis)) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "maxTimeMS has non-integral value");
    }
    if (millis < 0 || millis > Integer.MAX_VALUE) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          (long) millis + " value for maxTimeMS is out of range [0, " + Integer.MAX_VALUE + "]");
    }
    return (long) millis;
  }

  private static boolean flag(RawCursor cursor) {
    if (!cursor.value().isBoolean()) {
      throw wrongType(cursor, "bool");
    }
    return cursor.value().asBoolean();
  }

  private static boolean isFalse(RawValue value) {
    return value.isNull()
        || value.isBoolean() && !value.asBoolean()
        || value.isNumber() && value.asDouble() == 0;
  }

  private static MongoException wrongType(RawCursor cursor, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "BSON field '%s' is the wrong type '%s', expected type '%s'"
            .formatted(cursor.name(), cursor.value().typeName(), expected));
  }

  /** Whether {@code help} is requested instead of execution. */
  public boolean asksForHelp() {
    return help;
  }

  /** The command name; empty if there is none. */
  public String name() {
    return name;
  }

  /** {@code $db}, or null. */
  public String database() {
    return database;
  }

  /** {@code $clusterTime} as sent, or null. */
  public RawValue clusterTime() {
    return clusterTime;
  }

  /** Whether the client accepts a read at a member that is not the primary. */
  public boolean allowsSecondary() {
    RawValue mode = readPreference == null ? null : readPreference.find(MODE);
    return mode != null && mode.type() == RawType.STRING && !mode.asString().equals("primary");
  }

  /** The logical session id as sent, or null. */
  public RawValue lsid() {
    return lsid;
  }

  /** The number of a transaction or of a retryable write; -1 if there is none. */
  public long txnNumber() {
    return txnNumber;
  }

  /** Whether it is a command of a multi-document transaction. */
  public boolean isInTransaction() {
    return autocommit != null;
  }

  /** Whether it is the first command of a transaction. */
  public boolean startsTransaction() {
    return startTransaction != null && startTransaction;
  }

  /** Rejects numbers and flags of transactions that don't belong together. */
  public void checkTransactionFields() {
    if (numbered && lsid == null) {
      throw invalid("Transaction number requires a session ID to be specified");
    }
    if (numbered && txnNumber < 0) {
      throw invalid("Transaction number cannot be negative");
    }
    if (autocommit != null && !numbered) {
      throw invalid("'autocommit' field requires a transaction number to also be specified");
    }
    if (autocommit != null && autocommit) {
      throw invalid("Specifying autocommit=true is not allowed.");
    }
    if (startTransaction != null && autocommit == null) {
      throw invalid("'startTransaction' field requires 'autocommit' field to also be specified");
    }
    if (startTransaction != null && !startTransaction) {
      throw invalid("Specifying startTransaction=false is not allowed.");
    }
  }

  private static MongoException invalid(String text) {
    return new MongoException(ErrorCodes.INVALID_OPTIONS, text);
  }

  /** 0 if there is no limit. */
  public long maxTimeMillis() {
    return maxTimeMillis;
  }

  /** Null if there is none. */
  public RawValue readConcern() {
    return readConcern;
  }

  /** Null if there is none. */
  public RawValue writeConcern() {
    return writeConcern;
  }

  public RawValue apiVersion() {
    return apiVersion;
  }

  public RawValue apiStrict() {
    return apiStrict;
  }

  public RawValue apiDeprecationErrors() {
    return apiDeprecationErrors;
  }
}
