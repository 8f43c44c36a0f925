package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.CORRUPTED;

import dev.mayfly.engine.error.EngineException;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
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
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Reads what {@link KeyEncoder} wrote, one value after the other. Bytes that it did not write end
 * in a CORRUPTED error, or in a value whose key has other bytes.
 */
public final class KeyDecoder {
  private final byte[] bytes;
  private int position;

  public KeyDecoder(byte[] bytes, int offset) {
    if (offset < 0 || offset > bytes.length) {
      throw new IllegalArgumentException("offset " + offset + " of " + bytes.length);
    }
    this.bytes = bytes;
    this.position = offset;
  }

  /** Where the next value starts. */
  public int position() {
    return position;
  }

  public boolean atEnd() {
    return position == bytes.length;
  }

  public BsonValue next() {
    return value(1);
  }

  private BsonValue value(int depth) {
    int tag = readByte();
    if (tag >= KeyTags.NAN && tag <= KeyTags.POSITIVE_INFINITY) {
      return number(tag);
    }
    return switch (tag) {
      case KeyTags.MIN_KEY -> new BsonMinKey();
      case KeyTags.UNDEFINED -> new BsonUndefined();
      case KeyTags.NULL -> BsonNull.VALUE;
      case KeyTags.STRING -> new BsonString(text());
      case KeyTags.DOCUMENT -> document(depth);
      case KeyTags.ARRAY -> array(depth);
      case KeyTags.BINARY -> binary();
      case KeyTags.OBJECT_ID -> new BsonObjectId(new ObjectId(take(12)));
      case KeyTags.FALSE -> BsonBoolean.FALSE;
      case KeyTags.TRUE -> BsonBoolean.TRUE;
      case KeyTags.DATE -> new BsonDateTime(readBits(Long.BYTES) ^ Long.MIN_VALUE);
      case KeyTags.TIMESTAMP -> new BsonTimestamp(readBits(Long.BYTES));
      case KeyTags.REGEX -> new BsonRegularExpression(text(), text());
      case KeyTags.DB_POINTER -> {
        String namespace = new String(take(readLength()), StandardCharsets.UTF_8);
        yield new BsonDbPointer(namespace, new ObjectId(take(12)));
      }
      case KeyTags.JAVASCRIPT -> new BsonJavaScript(text());
      case KeyTags.JAVASCRIPT_WITH_SCOPE -> new BsonJavaScriptWithScope(text(), document(depth));
      case KeyTags.MAX_KEY -> new BsonMaxKey();
      default -> throw corrupted(String.format("0x%02X starts no value", tag));
    };
  }

  private BsonValue number(int tag) {
    boolean negative = tag < KeyTags.ZERO;
    int flip = negative ? 0xFF : 0;
    switch (tag) {
      case KeyTags.NAN:
        return new BsonDouble(Double.NaN);
      case KeyTags.NEGATIVE_INFINITY:
        return new BsonDouble(Double.NEGATIVE_INFINITY);
      case KeyTags.POSITIVE_INFINITY:
        return new BsonDouble(Double.POSITIVE_INFINITY);
      case KeyTags.NEGATIVE_LARGE, KeyTags.POSITIVE_LARGE:
        return fraction(negative, flip);
      default:
        int count = Math.abs(tag - KeyTags.ZERO);
        long bits = readBits(count);
        long mask = count == Long.BYTES ? -1 : (1L << 8 * count) - 1;
        long shifted = negative ? ~bits & mask : bits;
        if ((shifted & 1) != 0) {
          return fraction(negative, flip);
        }
        return whole(negative ? -(shifted >>> 1) : shifted >>> 1);
    }
  }

  private static BsonValue whole(long number) {
    return number == (int) number ? new BsonInt32((int) number) : new BsonInt64(number);
  }

  private BsonValue fraction(boolean negative, int flip) {
    long bits = readBits(Long.BYTES);
    double floor = Double.longBitsToDouble(negative ? ~bits : bits);
    if (NumberKeys.isExact(this, flip)) {
      boolean isLongMin = negative && floor == 0x1p63;
      return isLongMin ? new BsonInt64(Long.MIN_VALUE) : new BsonDouble(negative ? -floor : floor);
    }
    BigDecimal magnitude = NumberKeys.readDecimalDigits(this, flip).stripTrailingZeros();
    try {
      return new BsonDecimal128(new Decimal128(negative ? magnitude.negate() : magnitude));
    } catch (NumberFormatException e) {
      throw corrupted("a decimal is out of range");
    }
  }

  private BsonDocument document(int depth) {
    checkDepth(depth);
    BsonDocument document = new BsonDocument();
    while (readByte() != KeyTags.END) { // else the tag of the element's class
      document.append(text(), value(depth + 1));
    }
    return document;
  }

  private BsonArray array(int depth) {
    checkDepth(depth);
    BsonArray array = new BsonArray();
    while (peek() != KeyTags.END) {
      array.add(value(depth + 1));
    }
    position++;
    return array;
  }

  private BsonBinary binary() {
    int length = readLength();
    byte subtype = (byte) readByte();
    return new BsonBinary(subtype, take(length));
  }

  private String text() {
    int start = position;
    while (peek() > 1) {
      position++;
    }
    if (bytes[position] == KeyTags.END) {
      return new String(bytes, start, position++ - start, StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write(bytes, start, position - start);
    for (int next = readByte(); next != KeyTags.END; next = readByte()) {
      if (next == 1) {
        next = readByte() - 1;
        if ((next & ~1) != 0) {
          throw corrupted("a text's escape is damaged");
        }
      }
      text.write(next);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private int readLength() {
    int length = (int) readBits(Integer.BYTES);
    if (length < 0 || length > bytes.length - position) {
      throw corrupted("the length " + length + " is not possible");
    }
    return length;
  }

  private long readBits(int count) {
    long bits = 0;
    for (int i = 0; i < count; i++) {
      bits = bits << 8 | readByte();
    }
    return bits;
  }

  int readByte() {
    int next = peek();
    position++;
    return next;
  }

  private int peek() {
    if (position >= bytes.length) {
      throw corrupted("it is cut off");
    }
    return bytes[position] & 0xFF;
  }

  private byte[] take(int count) {
    if (count > bytes.length - position) {
      throw corrupted("it is cut off");
    }
    position += count;
    return Arrays.copyOfRange(bytes, position - count, position);
  }

  private void checkDepth(int depth) {
    if (depth > RawBson.MAX_DEPTH) {
      throw corrupted("it nests deeper than " + RawBson.MAX_DEPTH + " levels");
    }
  }

  EngineException corrupted(String why) {
    return new EngineException(
        CORRUPTED, "A stored key is damaged at byte " + position + ": " + why + ".");
  }
}
