package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $substrBytes}, its alias {@code $substr}, and {@code $substrCP}. */
final class Substr {
  private Substr() {}

  static BsonValue bytes(BsonValue[] values) {
    String text = StringCoercion.coerced(values[0]);
    long start = number(values[1], 16034, "starting index");
    long length = number(values[2], 16035, "length");
    if (start < 0) {
      throw new MongoException(
          50752, "$substrBytes:  starting index must be non-negative (got: " + start + ")");
    }
    if (!Utf8Text.isBoundary(text, start)) {
      throw new MongoException(
          28656, "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.");
    }
    long end = length < 0 || length > Integer.MAX_VALUE ? Long.MAX_VALUE : start + length;
    if (end >= 0 && end < Long.MAX_VALUE && !Utf8Text.isBoundary(text, end)) {
      throw new MongoException(
          28657,
          "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.");
    }
    int from = Utf8Text.charAt(text, start, true);
    int to = end < 0 ? text.length() : Utf8Text.charAt(text, end, true);
    return new BsonString(text.substring(from, Math.max(from, to)));
  }

  private static long number(BsonValue value, int code, String what) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          code,
          "$substrBytes:  %s must be a numeric type (is BSON type %s)"
              .formatted(what, TypeNames.of(value)));
    }
    return Truncated.toLong(value);
  }

  static BsonValue codePoints(BsonValue[] values) {
    String text = StringCoercion.coerced(values[0]);
    int start = integer(values[1], 34450, "starting index");
    int length = integer(values[2], 34452, "length");
    if (length < 0) {
      throw new MongoException(34454, "$substrCP: length must be a nonnegative integer.");
    }
    if (start < 0) {
      throw new MongoException(34455, "$substrCP: the starting index must be nonnegative integer.");
    }
    int from = Utf8Text.charAt(text, start, false);
    int to = Utf8Text.charAt(text, (long) start + length, false);
    return new BsonString(text.substring(from, to));
  }

  private static int integer(BsonValue value, int code, String what) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          code,
          "$substrCP: %s must be a numeric type (is BSON type %s)"
              .formatted(what, TypeNames.of(value)));
    }
    Integer exact = Numbers.exactInt(value);
    if (exact == null) {
      throw new MongoException(
          code + 1,
          "$substrCP: %s cannot be represented as a 32-bit integral value: %s"
              .formatted(what, BsonText.of(value)));
    }
    return exact;
  }
}
