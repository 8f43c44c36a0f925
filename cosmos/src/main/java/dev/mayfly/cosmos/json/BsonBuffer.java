package dev.mayfly.cosmos.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing run of bytes in which a BSON document is built front to back. */
final class BsonBuffer {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int length;

  BsonBuffer(int capacityBytes) {
    this.bytes = new byte[Math.max(capacityBytes, 64)];
  }

  int length() {
    return length;
  }

  void putByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  void setByte(int position, byte value) {
    bytes[position] = value;
  }

  void putInt(int value) {
    ensure(Integer.BYTES);
    INTS.set(bytes, length, value);
    length += Integer.BYTES;
  }

  void setInt(int position, int value) {
    INTS.set(bytes, position, value);
  }

  void putLong(long value) {
    ensure(Long.BYTES);
    LONGS.set(bytes, length, value);
    length += Long.BYTES;
  }

  /**
   * A whole number of at least 0 in decimal digits and a zero byte: the name of an array element.
   */
  void putIndexName(int index) {
    int digits = 1;
    for (int rest = index / 10; rest != 0; rest /= 10) {
      digits++;
    }
    ensure(digits + 1);
    int rest = index;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    bytes[length++] = 0;
  }

  /**
   * Appends characters as UTF-8.
   *
   * @return the index of a half of a surrogate pair, at which it stopped, or -1
   */
  int putUtf8(char[] text, int offset, int count) {
    ensure(count);
    byte[] target = bytes;
    int at = length;
    int end = offset + count;
    int i = offset;
    while (i < end && text[i] < 0x80) {
      target[at++] = (byte) text[i++];
    }
    length = at;
    return i == end ? -1 : putWideUtf8(text, offset, i, end);
  }

  private int putWideUtf8(char[] text, int offset, int from, int end) {
    ensure(Math.multiplyExact(end - from, 3));
    byte[] target = bytes;
    int at = length;
    int i = from;
    while (i < end) {
      char c = text[i++];
      if (c < 0x80) {
        target[at++] = (byte) c;
      } else if (c < 0x800) {
        target[at++] = (byte) (0xC0 | c >> 6);
        target[at++] = (byte) (0x80 | c & 0x3F);
      } else if (!Character.isSurrogate(c)) {
        target[at++] = (byte) (0xE0 | c >> 12);
        target[at++] = (byte) (0x80 | c >> 6 & 0x3F);
        target[at++] = (byte) (0x80 | c & 0x3F);
      } else {
        if (Character.isLowSurrogate(c) || i == end || !Character.isLowSurrogate(text[i])) {
          return i - 1 - offset;
        }
        int point = Character.toCodePoint(c, text[i++]);
        target[at++] = (byte) (0xF0 | point >> 18);
        target[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        target[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        target[at++] = (byte) (0x80 | point & 0x3F);
      }
    }
    length = at;
    return -1;
  }

  /** Forgets everything past the given length. */
  void truncate(int newLength) {
    length = newLength;
  }

  void put(byte[] source, int offset, int count) {
    ensure(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** A copy of everything from a position on. */
  byte[] from(int position) {
    return Arrays.copyOfRange(bytes, position, length);
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int count) {
    if (count > bytes.length - length) {
      int needed = Math.addExact(length, count);
      int doubled = (int) Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8);
      bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
    }
  }
}
