package dev.mayfly.engine.bson;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** A value inside a document's bytes, which it shares and which must not be changed. */
public final class RawValue {
  /** A value that no document holds: undefined. */
  public static final RawValue UNDEFINED = new RawValue(new byte[0], RawType.UNDEFINED, 0, 0, 0);

  private final byte[] bytes;
  private final byte type;
  private final int elementOffset;
  private final int offset;
  private final int length;

  RawValue(byte[] bytes, byte type, int elementOffset, int offset, int length) {
    this.bytes = requireNonNull(bytes, "bytes");
    this.type = type;
    this.elementOffset = elementOffset;
    this.offset = offset;
    this.length = length;
  }

  /** The bytes of the whole document; shared. */
  public byte[] bytes() {
    return bytes;
  }

  /** The same value in bytes of its own, which stay when the document's are used for another. */
  public RawValue detached() {
    return new RawValue(Arrays.copyOfRange(bytes, offset, offset + length), type, 0, 0, length);
  }

  /** One of {@link RawType}. */
  public byte type() {
    return type;
  }

  /** Where the value starts in {@link #bytes}. */
  public int offset() {
    return offset;
  }

  /** The value's own length in bytes. */
  public int length() {
    return length;
  }

  public boolean isNull() {
    return type == RawType.NULL;
  }

  public boolean isString() {
    return type == RawType.STRING;
  }

  public boolean isBoolean() {
    return type == RawType.BOOLEAN;
  }

  /** Whether this is an int, a long or a double; a decimal is not, as it may not fit. */
  public boolean isNumber() {
    return type == RawType.INT32 || type == RawType.INT64 || type == RawType.DOUBLE;
  }

  /** Whether this is an int or a long. */
  public boolean isInteger() {
    return type == RawType.INT32 || type == RawType.INT64;
  }

  public boolean isDate() {
    return type == RawType.DATE;
  }

  public boolean isDocument() {
    return type == RawType.DOCUMENT;
  }

  public boolean isArray() {
    return type == RawType.ARRAY;
  }

  /** The name of the type, for messages. */
  public String typeName() {
    return RawType.nameOf(type);
  }

  /** The text of a string, a symbol or JavaScript code. */
  public String asString() {
    require(type == RawType.STRING || type == RawType.SYMBOL || type == RawType.JAVASCRIPT);
    return stringAt(offset);
  }

  /** The number of an int, a long (rounded where it must be) or a double. */
  public double asDouble() {
    return type == RawType.DOUBLE
        ? Double.longBitsToDouble(LittleEndian.int64(bytes, offset))
        : (double) asLong();
  }

  /** The number of an int or a long. */
  public long asLong() {
    require(isInteger());
    return type == RawType.INT32
        ? LittleEndian.int32(bytes, offset)
        : LittleEndian.int64(bytes, offset);
  }

  public boolean asBoolean() {
    require(type == RawType.BOOLEAN);
    return bytes[offset] != 0;
  }

  /** The milliseconds since the epoch of a date. */
  public long dateMillis() {
    require(type == RawType.DATE);
    return LittleEndian.int64(bytes, offset);
  }

  /** Seconds in the upper half, the counter in the lower one. */
  public long asTimestamp() {
    require(type == RawType.TIMESTAMP);
    return LittleEndian.int64(bytes, offset);
  }

  /** A cursor over the elements of a document or an array. */
  public RawCursor elements() {
    require(type == RawType.DOCUMENT || type == RawType.ARRAY);
    return new RawCursor(bytes, offset, RawBson.checkedEnd(bytes, offset, offset + length));
  }

  /** The element of a document with this name, or null; the first, if there are several. */
  public RawValue find(byte[] nameUtf8) {
    require(type == RawType.DOCUMENT);
    int limit = RawBson.checkedEnd(bytes, offset, offset + length);
    return RawBson.findIn(bytes, offset, limit, nameUtf8);
  }

  /** A copy as an object tree. */
  public BsonValue toBsonValue() {
    return switch (type) {
      case RawType.DOUBLE -> new BsonDouble(asDouble());
      case RawType.STRING -> new BsonString(asString());
      case RawType.DOCUMENT -> toDocument();
      case RawType.ARRAY -> toArray();
      case RawType.BINARY -> toBinary();
      case RawType.UNDEFINED -> new BsonUndefined();
      case RawType.OBJECT_ID -> new BsonObjectId(objectIdAt(offset));
      case RawType.BOOLEAN -> BsonBoolean.valueOf(asBoolean());
      case RawType.DATE -> new BsonDateTime(dateMillis());
      case RawType.NULL -> BsonNull.VALUE;
      case RawType.REGEX -> toRegex();
      case RawType.DB_POINTER ->
          new BsonDbPointer(stringAt(offset), objectIdAt(offset + length - 12));
      case RawType.JAVASCRIPT -> new BsonJavaScript(asString());
      case RawType.SYMBOL -> new BsonSymbol(asString());
      case RawType.JAVASCRIPT_WITH_SCOPE -> toCodeWithScope();
      case RawType.INT32 -> new BsonInt32((int) asLong());
      case RawType.TIMESTAMP -> new BsonTimestamp(LittleEndian.int64(bytes, offset));
      case RawType.INT64 -> new BsonInt64(asLong());
      case RawType.DECIMAL128 -> new BsonDecimal128(decimal());
      case RawType.MIN_KEY -> new BsonMinKey();
      case RawType.MAX_KEY -> new BsonMaxKey();
      default -> throw RawBson.malformed(elementOffset, typeName());
    };
  }

  private BsonDocument toDocument() {
    BsonDocument document = new BsonDocument();
    for (RawCursor cursor = elements(); cursor.next(); ) {
      document.append(cursor.name(), cursor.value().toBsonValue());
    }
    return document;
  }

  private BsonArray toArray() {
    BsonArray array = new BsonArray();
    for (RawCursor cursor = elements(); cursor.next(); ) {
      array.add(cursor.value().toBsonValue());
    }
    return array;
  }

  private BsonBinary toBinary() {
    byte subtype = bytes[offset + Integer.BYTES];
    int header = Integer.BYTES + 1;
    if (subtype == RawType.OLD_BINARY_SUBTYPE) {
      header += Integer.BYTES;
    }
    return new BsonBinary(subtype, Arrays.copyOfRange(bytes, offset + header, offset + length));
  }

  private BsonRegularExpression toRegex() {
    int patternEnd = RawBson.nameEnd(bytes, offset, offset + length);
    int optionsOffset = patternEnd + 1;
    return new BsonRegularExpression(
        new String(bytes, offset, patternEnd - offset, StandardCharsets.UTF_8),
        new String(
            bytes, optionsOffset, offset + length - 1 - optionsOffset, StandardCharsets.UTF_8));
  }

  private BsonJavaScriptWithScope toCodeWithScope() {
    int codeOffset = offset + Integer.BYTES;
    int scopeOffset = codeOffset + Integer.BYTES + LittleEndian.int32(bytes, codeOffset);
    int scopeLength = offset + length - scopeOffset;
    return new BsonJavaScriptWithScope(
        stringAt(codeOffset),
        new RawValue(bytes, RawType.DOCUMENT, elementOffset, scopeOffset, scopeLength)
            .toDocument());
  }

  private String stringAt(int at) {
    int sizeBytes = LittleEndian.int32(bytes, at) - 1;
    return new String(bytes, at + Integer.BYTES, sizeBytes, StandardCharsets.UTF_8);
  }

  private ObjectId objectIdAt(int at) {
    return new ObjectId(Arrays.copyOfRange(bytes, at, at + 12));
  }

  private Decimal128 decimal() {
    return Decimal128.fromIEEE754BIDEncoding(
        LittleEndian.int64(bytes, offset + Long.BYTES), LittleEndian.int64(bytes, offset));
  }

  private void require(boolean rightType) {
    if (!rightType) {
      throw new IllegalStateException("not possible for a value of type " + typeName());
    }
  }

  @Override
  public String toString() {
    return typeName() + " at " + offset + ", " + length + " bytes";
  }
}
