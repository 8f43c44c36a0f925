package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** How many servers must have a write before it is answered: here there is one. */
public final class WriteConcern {
  private static final int UNKNOWN_MODE = 79;
  private static final int NODES_MAX = 50;

  private WriteConcern() {}

  /** Refuses a concern that makes no sense. */
  public static void check(CommandCall call) {
    BsonValue w = w(call);
    if (w == null || w.isString() || w.isNull() || w.isDocument()) {
      return;
    }
    if (!Numbers.isNumber(w)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "w has to be a number, string, or object; found: " + TypeNames.of(w));
    }
    double nodes = Numbers.toDouble(w);
    if (!(nodes >= 0 && nodes <= NODES_MAX)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "w has to be a non-negative number and not greater than " + NODES_MAX);
    }
  }

  private static BsonValue w(CommandCall call) {
    BsonValue concern = call.body().get("writeConcern");
    if (concern == null || concern.isNull()) {
      return null;
    }
    if (!concern.isDocument()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "BSON field 'writeConcern' is the wrong type '"
              + TypeNames.of(concern)
              + "', expected type 'object'");
    }
    return concern.asDocument().get("w");
  }

  /** Adds to a reply that the write is kept, but not by as many servers as was asked for. */
  public static BsonDocument answered(CommandCall call, BsonDocument reply) {
    BsonValue w = w(call);
    if (w == null) {
      return reply;
    }
    if (w.isString() && !w.asString().getValue().equals("majority")) {
      return unsatisfied(
          reply,
          UNKNOWN_MODE,
          "UnknownReplWriteConcern",
          "No write concern mode named '"
              + w.asString().getValue()
              + "' found in replica set configuration");
    }
    if (Numbers.isNumber(w) && Numbers.toDouble(w) > 1) {
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
