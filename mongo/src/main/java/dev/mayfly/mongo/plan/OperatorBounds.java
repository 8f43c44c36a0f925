package dev.mayfly.mongo.plan;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.filter.Regexes;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** The bounds that single operators of a filter set; null where they set none. */
final class OperatorBounds {
  private static final BsonValue UNDEFINED = new BsonUndefined();
  private static final BsonValue FIRST_TEXT = new BsonString("");
  private static final BsonValue FIRST_DOCUMENT = new BsonDocument();
  private static final BsonValue FIRST_ARRAY = new BsonArray();
  private static final BsonValue FIRST_OBJECT_ID = new BsonObjectId(new ObjectId("0".repeat(24)));
  private static final BsonValue LAST_OBJECT_ID = new BsonObjectId(new ObjectId("f".repeat(24)));
  private static final Bounds NULL =
      Bounds.of(List.of(Interval.point(UNDEFINED), Interval.point(BsonNull.VALUE)), true);

  private OperatorBounds() {}

  /** Of what is equal to a value, as a whole or by an element. */
  static Bounds equal(BsonValue value) {
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED -> NULL;
      case ARRAY -> equalArray(value.asArray());
      default -> Bounds.of(List.of(Interval.point(value)), true);
    };
  }

  /** An array has no key of its own unless it stands in another one: its elements have. */
  private static Bounds equalArray(BsonArray array) {
    BsonValue first = array.isEmpty() ? UNDEFINED : array.get(0);
    return Bounds.of(List.of(Interval.point(first), Interval.point(array)), false);
  }

  /** Of what is equal to one of some values or matched by one of some regular expressions. */
  static Bounds in(List<BsonValue> values) {
    List<Interval> intervals = new ArrayList<>(values.size());
    boolean exact = true;
    for (BsonValue each : values) {
      Bounds one = each.isRegularExpression() ? matching(each.asRegularExpression()) : equal(each);
      if (one == null) {
        return null;
      }
      intervals.addAll(one.intervals());
      exact &= one.exact();
    }
    return Bounds.of(intervals, exact);
  }

  /** Of texts that begin with what a pattern begins with, and of that pattern itself. */
  static Bounds matching(BsonRegularExpression regex) {
    String prefix = Regexes.prefix(regex.getPattern(), regex.getOptions());
    if (prefix == null) {
      return null;
    }
    String after = after(prefix);
    BsonValue upper = after == null ? FIRST_DOCUMENT : new BsonString(after);
    Interval texts = new Interval(new BsonString(prefix), true, upper, false);
    return Bounds.of(List.of(texts, Interval.point(regex)), false);
  }

  /** The least text that comes after all that begin with a prefix; null if there is none. */
  private static String after(String prefix) {
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      end -= Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1;
        int valid =
            next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE
                ? Character.MAX_SURROGATE + 1
                : next;
        return prefix.substring(0, end) + Character.toString(valid);
      }
    }
    return null;
  }

  /** Of what compares with a value: others of its kind only. */
  static Bounds compared(String operator, BsonValue value) {
    boolean inclusive = operator.equals("$gte") || operator.equals("$lte");
    boolean greater = operator.startsWith("$gt");
    if (value.isNull() || Numbers.isNaN(value)) {
      return inclusive ? equal(value) : null;
    }
    Interval kind = kind(value);
    if (kind == null) {
      return null;
    }
    Interval half =
        greater
            ? new Interval(value, inclusive, kind.upper(), kind.toUpper())
            : new Interval(kind.lower(), kind.fromLower(), value, inclusive);
    return Bounds.of(List.of(half), true);
  }

  /** All values that compare with one, or null if that is not told by bounds. */
  private static Interval kind(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE, INT32, INT64, DECIMAL128 ->
          closed(
              new BsonDouble(Double.NEGATIVE_INFINITY), new BsonDouble(Double.POSITIVE_INFINITY));
      case STRING, SYMBOL -> new Interval(FIRST_TEXT, true, FIRST_DOCUMENT, false);
      case DOCUMENT -> new Interval(FIRST_DOCUMENT, true, FIRST_ARRAY, false);
      case BINARY ->
          new Interval(new BsonBinary((byte) 0, new byte[0]), true, FIRST_OBJECT_ID, false);
      case OBJECT_ID -> closed(FIRST_OBJECT_ID, LAST_OBJECT_ID);
      case BOOLEAN -> closed(BsonBoolean.FALSE, BsonBoolean.TRUE);
      case DATE_TIME -> closed(new BsonDateTime(Long.MIN_VALUE), new BsonDateTime(Long.MAX_VALUE));
      case TIMESTAMP -> closed(new BsonTimestamp(0), new BsonTimestamp(-1L));
      default -> null;
    };
  }

  private static Interval closed(BsonValue lower, BsonValue upper) {
    return new Interval(lower, true, upper, true);
  }

  /** Whether a collation can make it equal to something else. */
  static boolean isTextual(BsonValue value) {
    return value.isString()
        || value.isSymbol()
        || value.isDocument()
        || value.isArray()
        || value.isRegularExpression();
  }
}
