package dev.mayfly.mongo.command;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;

/** The arguments that every command may have, read in one pass over its fields. */
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

  private String name = "";
  private String database;
  private RawValue lsid;
  private long txnNumber = -1;
  private boolean startTransaction;
  private boolean inTransaction;
  private long maxTimeMillis;
  private RawValue readConcern;
  private RawValue writeConcern;
  private RawValue apiVersion;
  private RawValue apiStrict;
  private RawValue apiDeprecationErrors;
  private boolean help;

  /** Whether a field of this name is no command's own. */
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
          if (cursor.nameLength() == DATABASE_LENGTH) {
            arguments.read(cursor);
          }
        }
        case 'l', 't', 's', 'a', 'm', 'r', 'w', 'h' -> arguments.read(cursor);
        default -> {
          // No generic argument that matters here begins so.
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
      case "lsid" -> lsid = document(cursor);
      case "txnNumber" -> txnNumber = number(cursor);
      case "startTransaction" -> startTransaction = isTrue(cursor.value());
      case "autocommit" -> inTransaction = true;
      case "maxTimeMS" -> maxTimeMillis = time(cursor);
      case "readConcern" -> readConcern = optional(cursor);
      case "writeConcern" -> writeConcern = optional(cursor);
      case "apiVersion" -> apiVersion = cursor.value();
      case "apiStrict" -> apiStrict = cursor.value();
      case "apiDeprecationErrors" -> apiDeprecationErrors = cursor.value();
      case "help" -> help = !isFalse(cursor.value());
      default -> {
        // The command's own.
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

  private static boolean isTrue(RawValue value) {
    return value.isBoolean() && value.asBoolean();
  }

  private static boolean isFalse(RawValue value) {
    return value.isNull()
        || value.isBoolean() && !value.asBoolean()
        || value.isNumber() && value.asDouble() == 0;
  }

  private static MongoException wrongType(RawCursor cursor, String expected) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "BSON field '"
            + cursor.name()
            + "' is the wrong type '"
            + cursor.value().typeName()
            + "', expected type '"
            + expected
            + "'");
  }

  /** Whether the client wants to know what the command is for, and not that it is done. */
  public boolean asksForHelp() {
    return help;
  }

  /** The name of the command; empty if there is none. */
  public String name() {
    return name;
  }

  /** The database, or null if the fields do not tell it. */
  public String database() {
    return database;
  }

  /** The session that the command belongs to, as it was told, or null. */
  public RawValue lsid() {
    return lsid;
  }

  /** The number of a retryable write or a transaction; -1 if there is none. */
  public long txnNumber() {
    return txnNumber;
  }

  public boolean startsTransaction() {
    return startTransaction;
  }

  public boolean isInTransaction() {
    return inTransaction || startTransaction;
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
