package dev.mayfly.mongo.failpoint;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What the fail point {@code failCommand} does to one call: wait, close the connection, fail it, or
 * add an error of its write concern to the reply.
 */
final class FailedCommand {
  private static final Set<String> ENDS = Set.of("commitTransaction", "abortTransaction");

  private final BsonDocument data;
  private final RunningOperation call;

  FailedCommand(BsonDocument data, RunningOperation call) {
    this.data = data;
    this.call = call;
  }

  /**
   * @param execution runs the command
   */
  void run(Runnable execution) {
    long millis = isTrue("blockConnection") ? FailPoints.code(data.get("blockTimeMS"), 0) : 0;
    if (millis > 0) {
      call.client().channel().later(() -> act(execution), millis);
    } else {
      act(execution);
    }
  }

  private boolean isTrue(String option) {
    BsonValue value = data.get(option);
    return value != null
        && (value.isBoolean() && value.asBoolean().getValue()
            || Numbers.isNumber(value) && Numbers.toDouble(value) != 0);
  }

  private void act(Runnable execution) {
    try {
      call.check();
      int code = FailPoints.code(data.get("errorCode"), 0);
      if (isTrue("closeConnection")) {
        call.client().channel().close();
      } else if (code != 0) {
        call.fail(failure(code));
      } else {
        BsonValue concern = data.get("writeConcernError");
        if (concern != null && concern.isDocument()) {
          call.changeReply(reply -> answered(reply, concern.asDocument()));
        }
        execution.run();
      }
    } catch (RuntimeException | Error e) {
      call.fail(e);
    }
  }

  private MongoException failure(int code) {
    MongoException failure =
        new MongoException(code, "Failing command via 'failCommand' failpoint")
            .labelled(labels(code, false).toArray(String[]::new));
    BsonValue extra = data.get("errorExtraInfo");
    return extra != null && extra.isDocument() ? failure.with(extra.asDocument()) : failure;
  }

  private BsonDocument answered(BsonDocument reply, BsonDocument concern) {
    reply.put("writeConcernError", concern);
    List<String> labels = labels(FailPoints.code(concern.get("code"), 0), true);
    if (!labels.isEmpty()) {
      BsonArray shown = new BsonArray();
      labels.forEach(label -> shown.add(new BsonString(label)));
      reply.put("errorLabels", shown);
    }
    return reply;
  }

  /** The labels that are asked for, or those that the server gives to such an error. */
  private List<String> labels(int code, boolean ofWriteConcern) {
    BsonValue asked = data.get("errorLabels");
    if (asked != null && asked.isArray()) {
      return asked.asArray().stream().map(label -> label.asString().getValue()).toList();
    }
    boolean inTransaction = call.arguments().isInTransaction();
    boolean ends = ENDS.contains(call.name());
    boolean numbered = call.arguments().txnNumber() >= 0;
    if (ErrorLabels.isRetriable(code) && numbered && (!inTransaction || ends)) {
      return List.of(ErrorLabels.RETRYABLE);
    }
    return inTransaction && ErrorLabels.isTransient(code, ends) && !ofWriteConcern
        ? List.of(ErrorLabels.TRANSIENT)
        : List.of();
  }
}
