package dev.mayfly.server.admin;

import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads JSON that clients send, whatever it is. */
final class JsonText {
  /** As deep as documents may be in both APIs, and some levels for what is around them. */
  private static final int NESTING_MAX = 200;

  private JsonText() {}

  /**
   * An object, in extended JSON.
   *
   * @throws IllegalArgumentException if it is none, or nested too deeply
   */
  static BsonDocument parse(byte[] utf8) {
    return parse(new String(utf8, StandardCharsets.UTF_8));
  }

  /**
   * An object, in extended JSON.
   *
   * @throws IllegalArgumentException if it is none, or nested too deeply
   */
  static BsonDocument parse(String text) {
    BsonDocument parsed;
    try {
      parsed = BsonDocument.parse(text);
    } catch (RuntimeException e) {
      // The parser has no exception of its own for wrong numbers, ids, dates and so on.
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw tooDeep();
    }
    checkDepth(parsed, NESTING_MAX);
    return parsed;
  }

  private static void checkDepth(BsonValue value, int left) {
    if (left == 0) {
      throw tooDeep();
    }
    if (value.isDocument()) {
      value.asDocument().values().forEach(member -> checkDepth(member, left - 1));
    } else if (value.isArray()) {
      value.asArray().forEach(element -> checkDepth(element, left - 1));
    }
  }

  private static IllegalArgumentException tooDeep() {
    return new IllegalArgumentException("it is nested more than " + NESTING_MAX + " levels deep");
  }
}
