package dev.mayfly.mongo.plan;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.expression.Regexes;
import dev.mayfly.query.interval.KeyBound;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
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
      Bounds.exactly(KeyInterval.point(UNDEFINED), KeyInterval.point(BsonNull.VALUE));

  private OperatorBounds() {}

  /** Of what is equal to a value, as a whole or by an element. */
  static Bounds equal(BsonValue value) {
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED -> NULL;
      case ARRAY -> equalArray(value.asArray());
      default -> Bounds.exactly(KeyInterval.point(value));
    };
  }

  /** An array has no key of its own unless it stands in another one: its elements have. */
  private static Bounds equalArray(BsonArray array) {
    BsonValue first = array.isEmpty() ? UNDEFINED : array.get(0);
    return Bounds.atLeast(KeyInterval.point(first), KeyInterval.point(array));
  }

  /** Of what is equal to one of some values or matched by one of some regular expressions. */
  static Bounds in(List<BsonValue> values) {
    List<KeyInterval> intervals = new ArrayList<>(values.size());
    boolean exact = true;
    for (BsonValue each : values) {
      Bounds one = each.isRegularExpression() ? matching(each.asRegularExpression()) : equal(each);
      if (one == null) {
        return null;
      }
      intervals.addAll(one.intervals());
      exact &= one.exact();
    }
    return new Bounds(KeySet.of(intervals), exact);
  }

  /** Of texts that begin with what a pattern begins with, and of that pattern itself. */
  static Bounds matching(BsonRegularExpression regex) {
    String prefix = Regexes.prefix(regex.getPattern(), regex.getOptions());
    if (prefix == null) {
      return null;
    }
    String after = after(prefix);
    BsonValue upper = after == null ? FIRST_DOCUMENT : new BsonString(after);
    KeyInterval texts = KeyInterval.halfOpen(new BsonString(prefix), upper);
    return Bounds.atLeast(texts, KeyInterval.point(regex));
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
    KeyInterval kind = kind(value);
    if (kind == null) {
      return null;
    }
    KeyBound at = greater == inclusive ? KeyBound.before(value) : KeyBound.after(value);
    return Bounds.exactly(
        greater ? new KeyInterval(at, kind.upper()) : new KeyInterval(kind.lower(), at));
  }

  /** All values that compare with one, or null if bounds cannot express that. */
  private static KeyInterval kind(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE, INT32, INT64, DECIMAL128 ->
          KeyInterval.closed(
              new BsonDouble(Double.NEGATIVE_INFINITY), new BsonDouble(Double.POSITIVE_INFINITY));
      case STRING, SYMBOL -> KeyInterval.halfOpen(FIRST_TEXT, FIRST_DOCUMENT);
      case DOCUMENT -> KeyInterval.halfOpen(FIRST_DOCUMENT, FIRST_ARRAY);
      case BINARY -> KeyInterval.halfOpen(new BsonBinary((byte) 0, new byte[0]), FIRST_OBJECT_ID);
      case OBJECT_ID -> KeyInterval.closed(FIRST_OBJECT_ID, LAST_OBJECT_ID);
      case BOOLEAN -> KeyInterval.closed(BsonBoolean.FALSE, BsonBoolean.TRUE);
      case DATE_TIME ->
          KeyInterval.closed(new BsonDateTime(Long.MIN_VALUE), new BsonDateTime(Long.MAX_VALUE));
      case TIMESTAMP -> KeyInterval.closed(new BsonTimestamp(0), new BsonTimestamp(-1L));
      default -> null;
    };
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
