package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.net.measure.OperationMeter.Finished;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Measures commands, from when they have arrived to their reply. */
final class MessageMeter {
  private static final String API = "mongodb";
  private static final String UNKNOWN = "unknown";
  private static final String OK = "ok";
  private static final double CENTI = 100;
  private static final int COMMENT_MAX = 100;

  /** Commands with which drivers wait for changes of the server. */
  private static final Set<String> HANDSHAKES = Set.of("hello", "isMaster", "ismaster");

  private final OperationMeter meter;

  /**
   * How a command ended.
   *
   * @param command null if there is none of its name
   * @param waited whether it waited for something to happen
   */
  record Outcome(String command, BsonDocument answer, long nanos, long centiRu, boolean waited) {}

  MessageMeter(OperationMeter meter) {
    this.meter = requireNonNull(meter, "meter");
  }

  void finished(RunningOperation call, Outcome outcome) {
    String command = outcome.command() == null ? UNKNOWN : outcome.command();
    Finished finished =
        new Finished(
            API,
            outcome.waited() ? command + "_waiting" : command,
            status(outcome.answer()),
            outcome.nanos(),
            outcome.centiRu() / CENTI);
    if (outcome.waited() || outcome.command() == null || HANDSHAKES.contains(command)) {
      meter.waited(finished);
    } else {
      meter.finished(finished, () -> details(call));
    }
  }

  /** The name of the error of a command, or of the first one of its writes. */
  private static String status(BsonDocument answer) {
    BsonValue code = answer.get("code");
    if (code == null
        && answer.get("writeErrors") instanceof BsonArray errors
        && !errors.isEmpty()) {
      code = errors.get(0).asDocument().get("code");
    }
    return code == null || !code.isNumber() ? OK : ErrorCodes.nameOf(code.asNumber().intValue());
  }

  /** Where, and what identifies it to its client: the opid, and the comment if it has one. */
  private static String details(RunningOperation call) {
    StringBuilder text = new StringBuilder(call.database());
    BsonValue collection = call.body().get(call.name());
    if (collection != null && collection.isString()) {
      text.append('.').append(collection.asString().getValue());
    }
    text.append(", opid ").append(call.operationId());
    text.append(" of connection ").append(call.client().connectionId());
    BsonValue comment = call.body().get("comment");
    if (comment != null && comment.isString()) {
      text.append(", comment '").append(printable(comment.asString().getValue())).append('\'');
    }
    return text.toString();
  }

  private static String printable(String text) {
    String cut = text.length() > COMMENT_MAX ? text.substring(0, COMMENT_MAX) : text;
    return cut.replaceAll("[^ -~]", "?");
  }
}
