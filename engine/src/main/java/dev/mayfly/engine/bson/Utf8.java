package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;

import dev.mayfly.engine.error.EngineException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: what the JDK would silently replace is refused here, so no two texts merge. */
public final class Utf8 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;

  /** What the JDK writes in place of what has no encoding. */
  private static final byte REPLACEMENT = '?';

  private Utf8() {}

  /**
   * Encodes a text.
   *
   * @throws EngineException BAD_REQUEST if the text holds half of a surrogate pair
   */
  public static byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (contains(bytes, REPLACEMENT)) {
      check(text);
    }
    return bytes;
  }

  private static boolean contains(byte[] bytes, byte wanted) {
    int i = 0;
    for (long pattern = wanted * LOW_BITS; i + Long.BYTES <= bytes.length; i += Long.BYTES) {
      long zeroWhereEqual = (long) LONGS.get(bytes, i) ^ pattern;
      if ((zeroWhereEqual - LOW_BITS & ~zeroWhereEqual & HIGH_BITS) != 0) {
        return true;
      }
    }
    for (; i < bytes.length; i++) {
      if (bytes[i] == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Refuses a text with half of a surrogate pair. */
  private static void check(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          throw new EngineException(
              BAD_REQUEST,
              String.format(
                  "The text has half of a surrogate pair (U+%04X) at character %d. Send valid"
                      + " Unicode.",
                  (int) c, i));
        }
        i++;
      }
    }
  }

  /** The position of the first byte in [from, to) that is not valid UTF-8, or -1. */
  public static int firstInvalid(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      if (to - i >= Long.BYTES && ((long) LONGS.get(bytes, i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
        continue;
      }
      int length = sequenceLength(bytes, i, to);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return -1;
  }

  /** The length of the valid sequence that starts at i, or 0. */
  private static int sequenceLength(byte[] bytes, int i, int to) {
    int lead = bytes[i] & 0xFF;
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (to - i < length) {
      return 0;
    }
    for (int k = 1; k < length; k++) {
      if ((bytes[i + k] & 0xC0) != 0x80) {
        return 0;
      }
    }
    int second = bytes[i + 1] & 0xFF;
    return switch (lead) {
      case 0xE0 -> second >= 0xA0 ? length : 0; // shorter forms exist
      case 0xED -> second < 0xA0 ? length : 0; // surrogates
      case 0xF0 -> second >= 0x90 ? length : 0; // shorter forms exist
      case 0xF4 -> second < 0x90 ? length : 0; // past U+10FFFF
      default -> length;
    };
  }
}
