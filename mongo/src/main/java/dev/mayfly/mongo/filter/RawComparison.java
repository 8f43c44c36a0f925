package dev.mayfly.mongo.filter;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.Utf8;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Arrays;
import org.bson.BsonValue;

/** Compares a field with a constant on the raw bytes of a document, for the most frequent types. */
record RawComparison(
    byte[] name, ComparisonMatcher.Kind kind, byte type, long number, byte[] bytes) {
  /** The decoded value is needed for a decision. */
  static final int UNKNOWN = -1;

  static final int FALSE = 0;
  static final int TRUE = 1;

  /** Integers up to this are exact as doubles. */
  private static final long LARGEST_EXACT = 1L << 53;

  private static final int OBJECT_ID_BYTES = 12;

  /** Null if the type of the constant is not supported. */
  static RawComparison of(String field, ComparisonMatcher.Kind kind, BsonValue constant) {
    byte[] name = Utf8.encode(field);
    return switch (constant.getBsonType()) {
      case INT32 -> ofNumber(name, kind, constant.asInt32().getValue());
      case INT64 -> ofNumber(name, kind, constant.asInt64().getValue());
      case DATE_TIME ->
          new RawComparison(name, kind, RawType.DATE, constant.asDateTime().getValue(), null);
      case STRING ->
          new RawComparison(
              name, kind, RawType.STRING, 0, Utf8.encode(constant.asString().getValue()));
      case OBJECT_ID ->
          new RawComparison(
              name, kind, RawType.OBJECT_ID, 0, constant.asObjectId().getValue().toByteArray());
      default -> null;
    };
  }

  private static RawComparison ofNumber(byte[] name, ComparisonMatcher.Kind kind, long number) {
    return number >= -LARGEST_EXACT && number <= LARGEST_EXACT
        ? new RawComparison(name, kind, RawType.INT64, number, null)
        : null;
  }

  /** One of {@link #TRUE}, {@link #FALSE} and {@link #UNKNOWN}. */
  int test(LazyDocument document) {
    byte[] data = document.raw().bytes();
    for (RawCursor cursor = document.raw().elements(); cursor.next(); ) {
      if (cursor.nameLength() == name.length && isNamed(data, cursor.nameOffset())) {
        return test(data, cursor);
      }
    }
    return FALSE;
  }

  private boolean isNamed(byte[] data, int offset) {
    for (int i = 0; i < name.length; i++) {
      if (data[offset + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  private int test(byte[] data, RawCursor cursor) {
    int at = cursor.valueOffset();
    return switch (cursor.type()) {
      case RawType.ARRAY, RawType.DECIMAL128, RawType.SYMBOL -> UNKNOWN;
      case RawType.INT32 ->
          type == RawType.INT64
              ? answer(Long.compare(LittleEndian.int32(data, at), number))
              : FALSE;
      case RawType.INT64 ->
          type == RawType.INT64
              ? answer(Long.compare(LittleEndian.int64(data, at), number))
              : FALSE;
      case RawType.DOUBLE -> type == RawType.INT64 ? testDouble(data, at) : FALSE;
      case RawType.DATE ->
          type == RawType.DATE ? answer(Long.compare(LittleEndian.int64(data, at), number)) : FALSE;
      case RawType.STRING ->
          type == RawType.STRING
              ? answer(compareBytes(data, at + Integer.BYTES, LittleEndian.int32(data, at) - 1))
              : FALSE;
      case RawType.OBJECT_ID ->
          type == RawType.OBJECT_ID ? answer(compareBytes(data, at, OBJECT_ID_BYTES)) : FALSE;
      default -> FALSE;
    };
  }

  private int testDouble(byte[] data, int at) {
    double value = Double.longBitsToDouble(LittleEndian.int64(data, at));
    if (Double.isNaN(value)) {
      return FALSE;
    }
    return answer(value < number ? -1 : value > number ? 1 : 0);
  }

  /** UTF-8 bytes sort like code points. */
  private int compareBytes(byte[] data, int from, int length) {
    return Arrays.compareUnsigned(data, from, from + length, bytes, 0, bytes.length);
  }

  private int answer(int comparison) {
    return kind.accepts(comparison) ? TRUE : FALSE;
  }
}
