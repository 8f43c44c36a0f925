package dev.mayfly.mongo.filter;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.Utf8;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Arrays;
import org.bson.BsonValue;

/**
 * Compares a field of a document with a constant where it lies, without making an object of it: for
 * the constants and fields that filters have most often.
 */
final class RawComparison {
  /** It takes a look at the value as an object to tell. */
  static final int UNKNOWN = -1;

  static final int FALSE = 0;
  static final int TRUE = 1;

  /** Whole numbers up to this are exact as doubles. */
  private static final long LARGEST_EXACT = 1L << 53;

  private static final int OBJECT_ID_BYTES = 12;

  private final byte[] name;
  private final Comparison.Kind kind;
  private final byte type;
  private final long number;
  private final byte[] bytes;

  private RawComparison(byte[] name, Comparison.Kind kind, byte type, long number, byte[] bytes) {
    this.name = name;
    this.kind = kind;
    this.type = type;
    this.number = number;
    this.bytes = bytes;
  }

  /** Null if the constant is not of a kind that this can do. */
  static RawComparison of(String field, Comparison.Kind kind, BsonValue constant) {
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

  private static RawComparison ofNumber(byte[] name, Comparison.Kind kind, long number) {
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

  /** UTF-8 bytes are in the order of the characters. */
  private int compareBytes(byte[] data, int from, int length) {
    return Arrays.compareUnsigned(data, from, from + length, bytes, 0, bytes.length);
  }

  private int answer(int comparison) {
    return kind.accepts(comparison) ? TRUE : FALSE;
  }
}
