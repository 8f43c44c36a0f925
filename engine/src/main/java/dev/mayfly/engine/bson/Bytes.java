package dev.mayfly.engine.bson;

import dev.mayfly.engine.error.Damage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Big-endian numbers in byte arrays, and what prefixes need. A read past the end of a row is a
 * CORRUPTED error.
 */
public final class Bytes {
  public static final byte[] EMPTY = new byte[0];

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  public static int getInt(byte[] bytes, int offset) {
    try {
      return (int) INT.get(bytes, offset);
    } catch (IndexOutOfBoundsException e) {
      throw Damage.tooShort(bytes);
    }
  }

  public static void putInt(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }

  public static long getLong(byte[] bytes, int offset) {
    try {
      return (long) LONG.get(bytes, offset);
    } catch (IndexOutOfBoundsException e) {
      throw Damage.tooShort(bytes);
    }
  }

  public static void putLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  public static int getUnsignedShort(byte[] bytes, int offset) {
    try {
      return (short) SHORT.get(bytes, offset) & 0xffff;
    } catch (IndexOutOfBoundsException e) {
      throw Damage.tooShort(bytes);
    }
  }

  public static void putShort(byte[] bytes, int offset, int value) {
    SHORT.set(bytes, offset, (short) value);
  }

  /** The byte at a place. */
  public static byte getByte(byte[] bytes, int offset) {
    if (offset >= bytes.length) {
      throw Damage.tooShort(bytes);
    }
    return bytes[offset];
  }

  public static byte[] ofInt(int value) {
    byte[] bytes = new byte[4];
    putInt(bytes, 0, value);
    return bytes;
  }

  public static byte[] ofLong(long value) {
    byte[] bytes = new byte[8];
    putLong(bytes, 0, value);
    return bytes;
  }

  /** A signed number whose unsigned byte order is its numeric order; its own inverse. */
  public static long ordered(long value) {
    return value ^ Long.MIN_VALUE;
  }

  public static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  public static byte[] tail(byte[] bytes, int from) {
    if (from > bytes.length) {
      throw Damage.tooShort(bytes);
    }
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  public static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  /**
   * The smallest key after every key with that prefix.
   *
   * @throws IllegalArgumentException for a prefix of 0xff bytes only, which has none
   */
  public static byte[] after(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("nothing sorts after this prefix");
    }
    byte[] next = Arrays.copyOf(prefix, last + 1);
    next[last]++;
    return next;
  }

  /** The smallest key greater than this one. */
  public static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}
