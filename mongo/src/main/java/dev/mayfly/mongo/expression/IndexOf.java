package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $indexOfBytes} and {@code $indexOfCP}. */
final class IndexOf {
  private static final BsonValue NOWHERE = new BsonInt32(-1);

  private IndexOf() {}

  static BsonValue bytes(BsonValue[] values) {
    return find("$indexOfBytes", 40091, values, true);
  }

  static BsonValue codePoints(BsonValue[] values) {
    return find("$indexOfCP", 40093, values, false);
  }

  private static BsonValue find(String name, int code, BsonValue[] values, boolean inBytes) {
    if (Values.isNullish(values[0])) {
      return Values.NULL;
    }
    String text = text(name, code, "first", values[0]);
    String token = text(name, code + 1, "second", values[1]);
    int length = length(text, inBytes);
    int start = Positions.start(name, values);
    int end = Positions.end(name, values, length);
    if (start > length || end < start) {
      return NOWHERE;
    }
    int from = Utf8Text.charAt(text, start, inBytes);
    int to = Utf8Text.charAt(text, end, inBytes);
    int found = text.substring(0, to).indexOf(token, from);
    if (found < 0) {
      return NOWHERE;
    }
    return new BsonInt32(length(text.substring(0, found), inBytes));
  }

  private static int length(String text, boolean inBytes) {
    return inBytes ? Utf8Text.length(text) : text.codePointCount(0, text.length());
  }

  private static String text(String name, int code, String which, BsonValue value) {
    if (value == null || !value.isString()) {
      throw new MongoException(
          code,
          "%s requires a string as the %s argument, found: %s"
              .formatted(name, which, TypeNames.of(value)));
    }
    return value.asString().getValue();
  }
}
