package dev.mayfly.cosmos.json;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes JSON in UTF-8 straight from BSON bytes, as JavaScript would print it. What JSON has no
 * type for takes the forms of relaxed extended JSON, see {@link ExtendedJson}.
 */
public final class JsonWriter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LONG_MIN = ascii(Long.toString(Long.MIN_VALUE));
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] NULL = ascii("null");

  /** Below this, and with so few places, a decimal has at most 13 digits. */
  private static final double DECIMAL_MAX = 1e9;

  private static final int DECIMAL_PLACES_MAX = 4;

  private byte[] out;
  private int length;

  public JsonWriter() {
    this(512);
  }

  public JsonWriter(int capacityBytes) {
    this.out = new byte[Math.max(capacityBytes, 32)];
  }

  /** How many bytes are written so far. */
  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(out, length);
  }

  /** Writes a document that was validated. */
  public JsonWriter document(byte[] bson) {
    ensure(bson.length + bson.length / 4);
    object(bson, RawBson.cursor(bson));
    return this;
  }

  /** Writes a value of a document that was validated. */
  public JsonWriter value(RawValue value) {
    switch (value.type()) {
      case RawType.DOCUMENT -> object(value.bytes(), value.elements());
      case RawType.ARRAY -> array(value.bytes(), value.elements());
      default -> {
        if (!simple(value.bytes(), value.type(), value.offset())) {
          ExtendedJson.write(value.toBsonValue(), this);
        }
      }
    }
    return this;
  }

  /** Writes ASCII characters as they are. */
  public JsonWriter raw(String ascii) {
    int count = ascii.length();
    ensure(count);
    for (int i = 0; i < count; i++) {
      out[length + i] = (byte) ascii.charAt(i);
    }
    length += count;
    return this;
  }

  /** Writes a text in quotes, with escapes where they are needed. */
  public JsonWriter string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    quoted(utf8, 0, utf8.length);
    return this;
  }

  public JsonWriter number(long value) {
    if (value == Long.MIN_VALUE) {
      bytes(LONG_MIN);
      return this;
    }
    ensure(20);
    long rest = value;
    if (rest < 0) {
      out[length++] = '-';
      rest = -rest;
    }
    int digits = 1;
    for (long power = 10; digits < 19 && rest >= power; power *= 10) {
      digits++;
    }
    int at = length + digits;
    length = at;
    while (rest > Integer.MAX_VALUE) {
      out[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    int small = (int) rest;
    do {
      out[--at] = (byte) ('0' + small % 10);
      small /= 10;
    } while (small != 0);
    return this;
  }

  /** Writes a double as JavaScript prints it, without an exponent up to 1e21. */
  public JsonWriter number(double value) {
    if (!Double.isFinite(value)) {
      return raw("{\"$numberDouble\":\"").raw(Double.toString(value)).raw("\"}");
    }
    long whole = (long) value;
    if (whole == value && Math.abs(value) <= 0x1p53) {
      return number(whole);
    }
    return decimal(value) ? this : raw(DoubleText.of(value));
  }

  /**
   * Writes a double that is a decimal number of few digits, such as a price; false for others. The
   * first power of ten that fits gives the shortest text: a quotient of two exact doubles is the
   * double nearest to it.
   */
  private boolean decimal(double value) {
    double size = Math.abs(value);
    if (size >= DECIMAL_MAX) {
      return false;
    }
    double power = 10;
    for (int places = 1; places <= DECIMAL_PLACES_MAX; places++, power *= 10) {
      double scaled = Math.rint(size * power);
      if (scaled / power == size) {
        if (value < 0) {
          put('-');
        }
        long digits = (long) scaled;
        long unit = (long) power;
        number(digits / unit);
        put('.');
        number(unit + digits % unit); // the 1 in front keeps the zeros, and becomes nothing
        System.arraycopy(out, length - places, out, length - places - 1, places);
        length--;
        return true;
      }
    }
    return false;
  }

  private void object(byte[] bytes, RawCursor cursor) {
    put('{');
    boolean first = true;
    while (cursor.next()) {
      if (!first) {
        put(',');
      }
      first = false;
      quoted(bytes, cursor.nameOffset(), cursor.nameLength());
      put(':');
      element(bytes, cursor);
    }
    put('}');
  }

  private void array(byte[] bytes, RawCursor cursor) {
    put('[');
    boolean first = true;
    while (cursor.next()) {
      if (!first) {
        put(',');
      }
      first = false;
      element(bytes, cursor);
    }
    put(']');
  }

  private void element(byte[] bytes, RawCursor cursor) {
    switch (cursor.type()) {
      case RawType.DOCUMENT -> object(bytes, cursor.elements());
      case RawType.ARRAY -> array(bytes, cursor.elements());
      default -> {
        if (!simple(bytes, cursor.type(), cursor.valueOffset())) {
          ExtendedJson.write(cursor.value().toBsonValue(), this);
        }
      }
    }
  }

  /** Writes a value of one of the types that JSON has; false for others. */
  private boolean simple(byte[] bytes, byte type, int offset) {
    switch (type) {
      case RawType.STRING ->
          quoted(bytes, offset + Integer.BYTES, LittleEndian.int32(bytes, offset) - 1);
      case RawType.INT32 -> number(LittleEndian.int32(bytes, offset));
      case RawType.INT64 -> number(LittleEndian.int64(bytes, offset));
      case RawType.DOUBLE -> number(Double.longBitsToDouble(LittleEndian.int64(bytes, offset)));
      case RawType.BOOLEAN -> bytes(bytes[offset] != 0 ? TRUE : FALSE);
      case RawType.NULL -> bytes(NULL);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Writes UTF-8 in quotes; runs without characters to escape are copied whole. */
  private void quoted(byte[] text, int offset, int count) {
    ensure(count + 2);
    out[length++] = '"';
    int end = offset + count;
    int from = offset;
    int at = firstToEscape(text, offset, end);
    while (at < end) {
      copy(text, from, at);
      escape(text[at]);
      from = at + 1;
      at = firstToEscape(text, from, end);
    }
    copy(text, from, end);
    put('"');
  }

  private static int firstToEscape(byte[] text, int from, int end) {
    int at = from;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long word = (long) LONGS.get(text, at);
      long quote = word ^ ONES * '"';
      long backslash = word ^ ONES * '\\';
      // The high bit of a byte stays only where the byte is a control character or one of the two.
      long found =
          ((word - ONES * ' ') & ~word)
              | ((quote - ONES) & ~quote)
              | ((backslash - ONES) & ~backslash);
      if ((found & HIGH_BITS) != 0) {
        return at + Long.numberOfTrailingZeros(found & HIGH_BITS) / Byte.SIZE;
      }
    }
    while (at < end && (text[at] >= ' ' || text[at] < 0) && text[at] != '"' && text[at] != '\\') {
      at++;
    }
    return at;
  }

  private void escape(byte character) {
    ensure(6);
    out[length++] = '\\';
    switch (character) {
      case '"', '\\' -> out[length++] = character;
      case '\b' -> out[length++] = 'b';
      case '\f' -> out[length++] = 'f';
      case '\n' -> out[length++] = 'n';
      case '\r' -> out[length++] = 'r';
      case '\t' -> out[length++] = 't';
      default -> {
        out[length++] = 'u';
        out[length++] = '0';
        out[length++] = '0';
        out[length++] = HEX[character >> 4];
        out[length++] = HEX[character & 0xF];
      }
    }
  }

  private void copy(byte[] source, int from, int to) {
    int count = to - from;
    ensure(count);
    System.arraycopy(source, from, out, length, count);
    length += count;
  }

  private void bytes(byte[] source) {
    copy(source, 0, source.length);
  }

  private void put(char ascii) {
    ensure(1);
    out[length++] = (byte) ascii;
  }

  private void ensure(int count) {
    if (count > out.length - length) {
      int needed = Math.addExact(length, count);
      int doubled = (int) Math.min(out.length * 2L, Integer.MAX_VALUE - 8);
      out = Arrays.copyOf(out, Math.max(needed, doubled));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
