package dev.mayfly.fuzz.target;

import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What no reply of the MongoDB port may say. */
final class Replies {
  /** InternalError and UnknownError: a defect, whatever the client sent. */
  private static final Set<Integer> DEFECTS = Set.of(1, 8);

  private Replies() {}

  static boolean isOk(BsonDocument reply) {
    return reply.isNumber("ok") && reply.getNumber("ok").doubleValue() == 1;
  }

  /** Fails if a reply, or the error of one of its writes, reports a defect. */
  static void requireNoDefect(BsonDocument reply) {
    if (!reply.isNumber("ok")) {
      throw new AssertionError("a reply without ok: " + reply);
    }
    requireNoDefectIn(reply);
    BsonValue errors = reply.get("writeErrors");
    if (errors instanceof BsonArray array) {
      array.forEach(each -> requireNoDefectIn(each.asDocument()));
    }
  }

  private static void requireNoDefectIn(BsonDocument error) {
    if (error.isInt32("code") && DEFECTS.contains(error.getInt32("code").getValue())) {
      throw new AssertionError("an internal error: " + error);
    }
  }
}
