package dev.mayfly.mongo.failpoint;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The fail points of a server. */
public final class FailPoints {
  private final FailPoint commands = new FailPoint();
  private final FailPoint getMores = new FailPoint();
  private final FailPoint transactionalWrites = new FailPoint();
  private final Map<String, FailPoint> byName =
      Map.of(
          "failCommand",
          commands,
          "failGetMoreAfterCursorCheckout",
          getMores,
          "onPrimaryTransactionalWrite",
          transactionalWrites);

  /**
   * What is to happen to a retryable write.
   *
   * @param closesConnection in place of the answer
   * @param code with which it fails without being executed; 0 if it is executed
   */
  public record WriteFault(boolean closesConnection, int code) {}

  /** Makes commands fail, wait or lose their connection. */
  public FailPoint commands() {
    return commands;
  }

  /** Fails if getMore is to fail once it has found its cursor. */
  public void checkGetMore() {
    BsonDocument data = getMores.enter(any -> true);
    if (data != null) {
      throw new MongoException(
          code(data.get("errorCode"), ErrorCodes.INTERNAL_ERROR),
          "Hit the 'failGetMoreAfterCursorCheckout' failpoint");
    }
  }

  /** The fault of a retryable write that is about to be executed; null if there is none. */
  public WriteFault transactionalWrite() {
    BsonDocument data = transactionalWrites.enter(any -> true);
    if (data == null) {
      return null;
    }
    BsonValue closes = data.get("closeConnection");
    return new WriteFault(
        closes == null || !closes.isBoolean() || closes.asBoolean().getValue(),
        code(data.get("failBeforeCommitExceptionCode"), 0));
  }

  /** All are off. */
  public void turnOff() {
    byName.values().forEach(each -> each.configure(new BsonString("off"), null));
  }

  static int code(BsonValue sent, int otherwise) {
    return sent != null && Numbers.isNumber(sent) ? (int) Numbers.toLong(sent) : otherwise;
  }

  /** The fail point of that name; throws if there is none. */
  public FailPoint named(String name) {
    FailPoint found = byName.get(name);
    if (found == null) {
      throw new MongoException(ErrorCodes.FAIL_POINT_SET_FAILED, name + " not found");
    }
    return found;
  }
}
