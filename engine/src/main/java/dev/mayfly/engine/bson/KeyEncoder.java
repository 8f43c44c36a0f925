package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;

import dev.mayfly.engine.error.EngineException;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/**
 * Turns any BSON value into bytes whose unsigned order is MongoDB's comparison order. No encoding
 * is the beginning of another one, so encodings can be strung together to compound keys.
 *
 * <p>What compares equal has equal bytes: numbers of all types, strings and symbols. They come back
 * from {@link #decode} as the narrowest of int, long, double and decimal that holds them exactly,
 * and as a string. Undefined is kept apart from null, just before it. The names of an array's
 * elements are not kept.
 */
public final class KeyEncoder {
  private KeyEncoder() {}

  public static byte[] encode(BsonValue value) {
    ByteSink sink = new ByteSink();
    append(sink, value);
    return sink.toByteArray();
  }

  public static byte[] encode(RawValue value) {
    ByteSink sink = new ByteSink();
    append(sink, value);
    return sink.toByteArray();
  }

  /**
   * Appends a value.
   *
   * @throws EngineException BAD_REQUEST if it nests deeper than {@link RawBson#MAX_DEPTH} levels or
   *     holds half a surrogate pair
   */
  public static void append(ByteSink sink, BsonValue value) {
    append(sink, value, 1);
  }

  /** Appends a value of a valid document. */
  public static void append(ByteSink sink, RawValue value) {
    appendRaw(sink, value.bytes(), value.type(), value.offset(), value.length(), 1);
  }

  public static void appendString(ByteSink sink, String text) {
    sink.putByte(KeyTags.STRING);
    putEscaped(sink, text);
  }

  public static void appendDouble(ByteSink sink, double number) {
    NumberKeys.putDouble(sink, number);
  }

  public static void appendBoolean(ByteSink sink, boolean value) {
    sink.putByte(value ? KeyTags.TRUE : KeyTags.FALSE);
  }

  public static void appendNull(ByteSink sink) {
    sink.putByte(KeyTags.NULL);
  }

  public static void appendUndefined(ByteSink sink) {
    sink.putByte(KeyTags.UNDEFINED);
  }

  /**
   * The value of an encoding, which must be all there is.
   *
   * @throws EngineException CORRUPTED if the bytes are not an encoding
   */
  public static BsonValue decode(byte[] bytes) {
    KeyDecoder decoder = new KeyDecoder(bytes, 0);
    BsonValue value = decoder.next();
    if (!decoder.atEnd()) {
      throw decoder.corrupted("bytes follow the value");
    }
    return value;
  }

  private static void append(ByteSink sink, BsonValue value, int depth) {
    switch (value.getBsonType()) {
      case MIN_KEY -> sink.putByte(KeyTags.MIN_KEY);
      case UNDEFINED -> sink.putByte(KeyTags.UNDEFINED);
      case NULL -> sink.putByte(KeyTags.NULL);
      case INT32 -> NumberKeys.putLong(sink, value.asInt32().getValue());
      case INT64 -> NumberKeys.putLong(sink, value.asInt64().getValue());
      case DOUBLE -> NumberKeys.putDouble(sink, value.asDouble().getValue());
      case DECIMAL128 -> NumberKeys.putDecimal(sink, value.asDecimal128().getValue());
      case STRING -> appendString(sink, value.asString().getValue());
      case SYMBOL -> appendString(sink, value.asSymbol().getSymbol());
      case DOCUMENT -> {
        sink.putByte(KeyTags.DOCUMENT);
        putDocument(sink, value.asDocument(), depth);
      }
      case ARRAY -> {
        checkDepth(depth);
        sink.putByte(KeyTags.ARRAY);
        value.asArray().forEach(element -> append(sink, element, depth + 1));
        sink.putByte(KeyTags.END);
      }
      case BINARY -> putBinary(sink, value.asBinary());
      case OBJECT_ID -> {
        sink.putByte(KeyTags.OBJECT_ID);
        sink.putBytes(value.asObjectId().getValue().toByteArray());
      }
      case BOOLEAN -> appendBoolean(sink, value.asBoolean().getValue());
      case DATE_TIME -> putDate(sink, value.asDateTime().getValue());
      case TIMESTAMP -> {
        sink.putByte(KeyTags.TIMESTAMP);
        sink.putLong(value.asTimestamp().getValue());
      }
      case REGULAR_EXPRESSION -> {
        BsonRegularExpression regex = value.asRegularExpression();
        sink.putByte(KeyTags.REGEX);
        putEscaped(sink, regex.getPattern());
        putEscaped(sink, regex.getOptions());
      }
      case DB_POINTER -> putDbPointer(sink, value.asDBPointer());
      case JAVASCRIPT -> {
        sink.putByte(KeyTags.JAVASCRIPT);
        putEscaped(sink, value.asJavaScript().getCode());
      }
      case JAVASCRIPT_WITH_SCOPE -> {
        BsonJavaScriptWithScope code = value.asJavaScriptWithScope();
        sink.putByte(KeyTags.JAVASCRIPT_WITH_SCOPE);
        putEscaped(sink, code.getCode());
        putDocument(sink, code.getScope(), depth);
      }
      case MAX_KEY -> sink.putByte(KeyTags.MAX_KEY);
      case END_OF_DOCUMENT -> throw new IllegalArgumentException("not a value: " + value);
    }
  }

  private static void appendRaw(
      ByteSink sink, byte[] bytes, byte type, int offset, int length, int depth) {
    switch (type) {
      case RawType.STRING, RawType.SYMBOL -> {
        sink.putByte(KeyTags.STRING);
        putEscaped(sink, bytes, offset + Integer.BYTES, offset + length - 1);
      }
      case RawType.INT32 -> NumberKeys.putLong(sink, LittleEndian.int32(bytes, offset));
      case RawType.INT64 -> NumberKeys.putLong(sink, LittleEndian.int64(bytes, offset));
      case RawType.DOUBLE ->
          NumberKeys.putDouble(sink, Double.longBitsToDouble(LittleEndian.int64(bytes, offset)));
      case RawType.NULL -> sink.putByte(KeyTags.NULL);
      case RawType.BOOLEAN -> appendBoolean(sink, bytes[offset] != 0);
      case RawType.DATE -> putDate(sink, LittleEndian.int64(bytes, offset));
      case RawType.OBJECT_ID -> {
        sink.putByte(KeyTags.OBJECT_ID);
        sink.putBytes(bytes, offset, length);
      }
      case RawType.DOCUMENT, RawType.ARRAY ->
          putRawElements(sink, bytes, type, offset, length, depth);
      default ->
          append(sink, new RawValue(bytes, type, offset, offset, length).toBsonValue(), depth);
    }
  }

  private static void putRawElements(
      ByteSink sink, byte[] bytes, byte type, int offset, int length, int depth) {
    checkDepth(depth);
    boolean named = type == RawType.DOCUMENT;
    sink.putByte(named ? KeyTags.DOCUMENT : KeyTags.ARRAY);
    int limit = RawBson.checkedEnd(bytes, offset, offset + length);
    for (RawCursor cursor = new RawCursor(bytes, offset, limit); cursor.next(); ) {
      if (named) {
        sink.putByte(KeyTags.classOf(cursor.type()));
        putEscaped(sink, bytes, cursor.nameOffset(), cursor.nameOffset() + cursor.nameLength());
      }
      appendRaw(sink, bytes, cursor.type(), cursor.valueOffset(), cursor.valueLength(), depth + 1);
    }
    sink.putByte(KeyTags.END);
  }

  /** Types come before names, names before values. */
  private static void putDocument(ByteSink sink, BsonDocument document, int depth) {
    checkDepth(depth);
    for (Map.Entry<String, BsonValue> element : document.entrySet()) {
      sink.putByte(KeyTags.classOf((byte) element.getValue().getBsonType().getValue()));
      putEscaped(sink, element.getKey());
      append(sink, element.getValue(), depth + 1);
    }
    sink.putByte(KeyTags.END);
  }

  /** Shorter comes first, then the subtype decides, then the bytes. */
  private static void putBinary(ByteSink sink, BsonBinary binary) {
    sink.putByte(KeyTags.BINARY);
    sink.putInt(binary.getData().length);
    sink.putByte(binary.getType());
    sink.putBytes(binary.getData());
  }

  private static void putDbPointer(ByteSink sink, BsonDbPointer pointer) {
    byte[] namespace = Utf8.encode(pointer.getNamespace());
    sink.putByte(KeyTags.DB_POINTER);
    sink.putInt(namespace.length);
    sink.putBytes(namespace);
    sink.putBytes(pointer.getId().toByteArray());
  }

  private static void putDate(ByteSink sink, long millis) {
    sink.putByte(KeyTags.DATE);
    sink.putLong(millis ^ Long.MIN_VALUE);
  }

  private static void putEscaped(ByteSink sink, String text) {
    byte[] utf8 = Utf8.encode(text);
    putEscaped(sink, utf8, 0, utf8.length);
  }

  /** A zero ends the text; 0 and 1 inside it become 1 1 and 1 2, which keeps the order. */
  private static void putEscaped(ByteSink sink, byte[] bytes, int from, int to) {
    int start = from;
    for (int i = from; i < to; i++) {
      if ((bytes[i] & ~1) == 0) {
        sink.putBytes(bytes, start, i - start);
        sink.putByte(1);
        sink.putByte(bytes[i] + 1);
        start = i + 1;
      }
    }
    sink.putBytes(bytes, start, to - start);
    sink.putByte(KeyTags.END);
  }

  private static void checkDepth(int depth) {
    if (depth > RawBson.MAX_DEPTH) {
      throw new EngineException(
          BAD_REQUEST, "The key value nests deeper than " + RawBson.MAX_DEPTH + " levels.");
    }
  }
}
