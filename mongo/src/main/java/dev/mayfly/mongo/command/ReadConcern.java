package dev.mayfly.mongo.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonTimestamp;

/**
 * Validation of read concerns. Every read sees all writes committed before it, which is
 * linearizable for single reads; the batches of a cursor see one moment with the level snapshot
 * only.
 */
public final class ReadConcern {
  private static final String LOCAL = "local";
  private static final String SNAPSHOT = "snapshot";
  private static final String LINEARIZABLE = "linearizable";
  private static final Set<String> LEVELS =
      Set.of(LOCAL, "available", "majority", LINEARIZABLE, SNAPSHOT);

  /** Other commands accept only the default level. */
  private static final Set<String> READING =
      Set.of("find", "aggregate", "count", "distinct", "explain");

  private static final Set<String> WITH_SNAPSHOT = Set.of("find", "aggregate", "distinct");

  private static final byte[] AT = "atClusterTime".getBytes(UTF_8);
  private static final byte[] AFTER = "afterClusterTime".getBytes(UTF_8);
  private static final byte[] LEVEL = {'l', 'e', 'v', 'e', 'l'};

  private ReadConcern() {}

  /** Rejects an invalid or unsupported read concern. */
  static void check(CommandCall call, ClusterTimes times) {
    boolean after = false;
    boolean at = false;
    for (RawCursor field = call.arguments().readConcern().elements(); field.next(); ) {
      switch (field.name()) {
        case "level" -> require(field, RawType.STRING, "string");
        case "afterClusterTime" -> {
          require(field, RawType.TIMESTAMP, "timestamp");
          times.checkAfter(field.value().asTimestamp());
          after = true;
        }
        case "atClusterTime" -> {
          require(field, RawType.TIMESTAMP, "timestamp");
          if (field.value().asTimestamp() == 0) {
            throw invalid("readConcern.atClusterTime must be initialized with a non-null value");
          }
          at = true;
        }
        case "provenance",
            "afterOpTime",
            "allowTransactionTableSnapshot",
            "waitLastStableRecTs" -> {
          // Set between servers.
        }
        default -> throw FieldErrors.unknown("readConcern." + field.name());
      }
    }
    checkLevel(call, level(call), after, at);
  }

  private static void checkLevel(CommandCall call, String level, boolean after, boolean at) {
    if (!LEVELS.contains(level)) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "Enumeration value '" + level + "' for field 'readConcern.level' is not a valid value.");
    }
    if (after && (level.equals("available") || level.equals(LINEARIZABLE))) {
      throw invalid(
          "afterClusterTime field can be set only if level is equal to majority, local, or"
              + " snapshot");
    }
    if (at && !level.equals(SNAPSHOT)) {
      throw invalid("atClusterTime field can be set only if level is equal to snapshot");
    }
    if (at && after) {
      throw invalid(
          "Specifying a timestamp for readConcern snapshot in a causally consistent session is not"
              + " allowed: atClusterTime and afterClusterTime exclude each other");
    }
    Set<String> commands = level.equals(SNAPSHOT) ? WITH_SNAPSHOT : READING;
    if (!level.equals(LOCAL) && !commands.contains(call.name())) {
      throw invalid(
          "Command "
              + call.name()
              + " does not support { readConcern: { level: \""
              + level
              + "\" } } :: caused by :: read concern not supported");
    }
  }

  /** Rejects the levels at which a pipeline can't write. */
  public static void checkOutput(CommandCall call, String stage) {
    String level = call.arguments().readConcern() == null ? LOCAL : level(call);
    if (level.equals(LINEARIZABLE) || level.equals(SNAPSHOT)) {
      throw invalid(stage + " cannot be used with a '" + level + "' read concern level");
    }
  }

  public static boolean isSnapshot(CommandCall call) {
    return call.arguments().readConcern() != null && level(call).equals(SNAPSHOT);
  }

  static boolean isLinearizable(CommandCall call) {
    return call.arguments().readConcern() != null && level(call).equals(LINEARIZABLE);
  }

  /** The time that a command wants to read after; 0 if it names none. */
  static long afterClusterTime(CommandCall call) {
    RawValue concern = call.arguments().readConcern();
    RawValue after = concern == null ? null : concern.find(AFTER);
    return after == null ? 0 : after.asTimestamp();
  }

  /** The moment that a command wants to read; null if it names none. */
  public static BsonTimestamp atClusterTime(CommandCall call) {
    RawValue at = call.arguments().readConcern().find(AT);
    return at == null ? null : new BsonTimestamp(at.asTimestamp());
  }

  public static boolean isMajorityOrDefault(CommandCall call) {
    return call.arguments().readConcern() == null
        || call.arguments().readConcern().find(LEVEL) == null
        || level(call).equals("majority");
  }

  private static String level(CommandCall call) {
    RawValue level = call.arguments().readConcern().find(LEVEL);
    return level == null ? LOCAL : level.asString();
  }

  private static void require(RawCursor field, byte type, String name) {
    if (field.type() != type) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field 'readConcern.%s' is the wrong type '%s', expected type '%s'"
              .formatted(field.name(), field.value().typeName(), name));
    }
  }

  private static MongoException invalid(String text) {
    return new MongoException(ErrorCodes.INVALID_OPTIONS, text);
  }
}
