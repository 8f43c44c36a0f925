package dev.mayfly.mongo.command;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Validation of write concerns. An acknowledged write is on a majority of the nodes, so all that
 * ask for no more mean the same.
 */
public final class WriteConcern {
  private static final int UNKNOWN_MODE = 79;
  private static final int NODES_MAX = 50;
  private static final byte[] W = {'w'};

  /** Read commands, which reject a write concern. */
  private static final Set<String> READING =
      Set.of(
          "find",
          "count",
          "distinct",
          "getMore",
          "explain",
          "listCollections",
          "listIndexes",
          "listDatabases",
          "collStats",
          "dbStats",
          "ping");

  private WriteConcern() {}

  /** Rejects an invalid write concern. */
  static void check(CommandCall call) {
    if (READING.contains(call.name())) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "Command does not support writeConcern");
    }
    boolean journaled = false;
    boolean synced = false;
    for (RawCursor field = call.arguments().writeConcern().elements(); field.next(); ) {
      RawValue value = field.value();
      switch (field.name()) {
        case "w" -> checkNodes(value);
        case "j" -> journaled = flag(field.name(), value);
        case "fsync" -> synced = flag(field.name(), value);
        case "wtimeout" -> {
          if (!value.isNumber() && !value.isNull()) {
            throw failed("wtimeout must be a number");
          }
        }
        case "wElectionId", "wOpTime", "getLastError", "provenance" -> {
          // Valid, without effect on a single server.
        }
        default -> throw failed("unrecognized write concern field: " + field.name());
      }
    }
    if (journaled && synced) {
      throw failed("fsync and j options cannot be used together");
    }
  }

  private static boolean flag(String name, RawValue value) {
    if (value.isBoolean()) {
      return value.asBoolean();
    }
    if (value.isNull()) {
      return false;
    }
    if (!value.isNumber()) {
      throw failed(name + " must be numeric or a boolean value");
    }
    return value.asDouble() != 0;
  }

  private static void checkNodes(RawValue w) {
    if (w.type() == RawType.STRING || w.isNull() || w.type() == RawType.DOCUMENT) {
      return;
    }
    if (!w.isNumber()) {
      throw failed("w has to be a number, string, or object; found: " + w.typeName());
    }
    double nodes = w.asDouble();
    if (!(nodes >= 0 && nodes <= NODES_MAX)) {
      throw failed("w has to be a non-negative number and not greater than " + NODES_MAX);
    }
  }

  private static MongoException failed(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }

  /** Adds a writeConcernError to the reply if more servers were requested than exist. */
  public static BsonDocument answered(CommandCall call, BsonDocument reply) {
    RawValue concern = call.arguments().writeConcern();
    RawValue w = concern == null ? null : concern.find(W);
    if (w == null) {
      return reply;
    }
    if (w.type() == RawType.STRING && !w.asString().equals("majority")) {
      return unsatisfied(
          reply,
          UNKNOWN_MODE,
          "UnknownReplWriteConcern",
          "No write concern mode named '" + w.asString() + "' found in replica set configuration");
    }
    if (w.isNumber() && w.asDouble() > call.client().all().writtenNodes()) {
      return unsatisfied(
          reply,
          ErrorCodes.UNSATISFIABLE_WRITE_CONCERN,
          ErrorCodes.nameOf(ErrorCodes.UNSATISFIABLE_WRITE_CONCERN),
          "Not enough data-bearing nodes");
    }
    return reply;
  }

  private static BsonDocument unsatisfied(BsonDocument reply, int code, String name, String text) {
    return reply.append(
        "writeConcernError",
        new BsonDocument("code", new BsonInt32(code))
            .append("codeName", new BsonString(name))
            .append("errmsg", new BsonString(text)));
  }
}
