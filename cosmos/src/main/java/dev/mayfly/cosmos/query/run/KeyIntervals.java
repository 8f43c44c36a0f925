package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.query.interval.KeyBound;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/**
 * Where the values of each type stand in indexes, whose order of types is MongoDB's, and which of
 * their keys a comparison means. Strings have another order there: by code points, and not by
 * UTF-16 units. Both agree as far as no unit of a surrogate pair or one above those is met, so a
 * bound ends before the first of these.
 */
final class KeyIntervals {
  /** From here on, the order of UTF-16 units is not that of code points. */
  private static final char FIRST_HIGH = Character.MIN_SURROGATE;

  private static final KeyInterval NULL = KeyInterval.point(BsonNull.VALUE);
  private static final KeyInterval NOT_A_NUMBER = KeyInterval.point(new BsonDouble(Double.NaN));
  private static final KeyInterval BOOLEANS =
      KeyInterval.closed(BsonBoolean.FALSE, BsonBoolean.TRUE);
  private static final KeyInterval NUMBERS =
      KeyInterval.closed(
          new BsonDouble(Double.NEGATIVE_INFINITY), new BsonDouble(Double.POSITIVE_INFINITY));
  private static final KeyInterval STRINGS =
      KeyInterval.halfOpen(new BsonString(""), new BsonDocument());
  private static final KeyInterval OBJECTS =
      KeyInterval.halfOpen(new BsonDocument(), new BsonArray());
  private static final KeyInterval ARRAYS =
      KeyInterval.halfOpen(new BsonArray(), new BsonBinary((byte) 0, new byte[0]));

  /** What the language does not know is undefined to it. */
  private static final List<KeyInterval> UNDEFINED =
      List.of(
          KeyInterval.closed(new BsonMinKey(), new BsonUndefined()),
          new KeyInterval(ARRAYS.upper(), BOOLEANS.lower()),
          new KeyInterval(BOOLEANS.upper(), KeyBound.after(new BsonMaxKey())));

  private KeyIntervals() {}

  /** Where values of a type stand, in the order in which ORDER BY sorts them. */
  static List<KeyInterval> of(Kind kind) {
    return switch (kind) {
      case UNDEFINED -> UNDEFINED;
      case NULL -> List.of(NULL);
      case BOOLEAN -> List.of(BOOLEANS);
      case NUMBER -> List.of(NUMBERS, NOT_A_NUMBER);
      case STRING -> List.of(STRINGS);
      case ARRAY -> List.of(ARRAYS);
      case OBJECT -> List.of(OBJECTS);
    };
  }

  static KeySet defined() {
    return KeySet.of(NULL, NOT_A_NUMBER, NUMBERS, STRINGS, OBJECTS, ARRAYS, BOOLEANS);
  }

  /** The values that can be equal to one; null if it can't be said. */
  static KeySet equalTo(Value value) {
    if (!value.isDefined() || isNaN(value)) {
      return KeySet.NONE;
    }
    BsonValue key = key(value);
    if (key != null) {
      return KeySet.of(KeyInterval.point(key));
    }
    // The order of an object's members makes no difference, but it does in keys.
    boolean composed = value.kind() == Kind.OBJECT || value.kind() == Kind.ARRAY;
    return composed ? KeySet.of(of(value.kind())) : null;
  }

  /** Whether the keys that these methods say for a value are of no others. */
  static boolean isExact(Value value) {
    if (value instanceof StringValue string) {
      return low(string.text()) == string.text().length();
    }
    return value.kind() != Kind.OBJECT && value.kind() != Kind.ARRAY;
  }

  static KeySet above(Value bound, boolean inclusive) {
    if (!isOrdered(bound)) {
      return KeySet.NONE;
    }
    return KeySet.of(new KeyInterval(lowest(bound, inclusive), bracket(bound).upper()));
  }

  static KeySet below(Value bound, boolean inclusive) {
    if (!isOrdered(bound)) {
      return KeySet.NONE;
    }
    return KeySet.of(new KeyInterval(bracket(bound).lower(), highest(bound, inclusive)));
  }

  private static KeyBound lowest(Value bound, boolean inclusive) {
    if (bound instanceof StringValue string && low(string.text()) < string.text().length()) {
      return KeyBound.before(new BsonString(string.text().substring(0, low(string.text()))));
    }
    BsonValue key = key(bound);
    return inclusive ? KeyBound.before(key) : KeyBound.after(key);
  }

  private static KeyBound highest(Value bound, boolean inclusive) {
    if (bound instanceof StringValue string && low(string.text()) < string.text().length()) {
      return endOf(string.text().substring(0, low(string.text())));
    }
    BsonValue key = key(bound);
    return inclusive ? KeyBound.after(key) : KeyBound.before(key);
  }

  /** The strings that begin with a text; null if it is no whole text. */
  static KeySet beginningWith(String text) {
    return isWhole(text)
        ? KeySet.of(new KeyInterval(KeyBound.before(new BsonString(text)), endOf(text)))
        : null;
  }

  /** The place after all strings that begin with a text. */
  static KeyBound endOf(String text) {
    int end = text.length();
    while (end > 0) {
      int last = text.codePointBefore(end);
      end -= Character.charCount(last);
      int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
      if (next <= Character.MAX_CODE_POINT) {
        String following = text.substring(0, end) + Character.toString(next);
        return KeyBound.before(new BsonString(following));
      }
    }
    return STRINGS.upper();
  }

  /** How much of a text is in the same order by units and by code points. */
  static int low(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_HIGH) {
        return i;
      }
    }
    return text.length();
  }

  private static boolean isOrdered(Value value) {
    return switch (value.kind()) {
      case UNDEFINED, ARRAY, OBJECT -> false;
      default -> !isNaN(value);
    };
  }

  static boolean isNaN(Value value) {
    return value instanceof NumberValue number && Double.isNaN(number.asDouble());
  }

  private static KeyInterval bracket(Value value) {
    return of(value.kind()).get(0);
  }

  private static boolean isWhole(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /** The value as keys hold it; null if several keys can stand for it, or none. */
  static BsonValue key(Value value) {
    if (value instanceof StringValue string) {
      return isWhole(string.text()) ? new BsonString(string.text()) : null;
    } else if (value instanceof NumberValue.Whole whole) {
      return new BsonInt64(whole.number());
    } else if (value instanceof NumberValue number) {
      return new BsonDouble(number.asDouble());
    } else if (value instanceof ArrayValue array) {
      return key(array);
    }
    return switch (value.kind()) {
      case NULL -> BsonNull.VALUE;
      case BOOLEAN -> BsonBoolean.valueOf(value.isTrue());
      default -> null;
    };
  }

  private static BsonArray key(ArrayValue array) {
    BsonArray keys = new BsonArray();
    for (Value element : array.elements()) {
      BsonValue key = key(element);
      if (key == null) {
        return null;
      }
      keys.add(key);
    }
    return keys;
  }
}
