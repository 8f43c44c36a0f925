package dev.mayfly.mongo.failpoint;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The fail points of a server. */
public final class FailPoints {
  private final FailPoint commands = new FailPoint();
  private final FailPoint getMores = new FailPoint();
  private final Map<String, FailPoint> byName =
      Map.of("failCommand", commands, "failGetMoreAfterCursorCheckout", getMores);

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
