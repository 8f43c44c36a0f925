package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;
import java.nio.charset.StandardCharsets;

/** A field name in UTF-8, compared eight bytes at a time with the names in a document. */
final class FieldNameMatcher {
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  private final byte[] utf8;
  private final long word;
  private final long mask;

  FieldNameMatcher(String name) {
    this.utf8 = (name + '\0').getBytes(StandardCharsets.UTF_8);
    long first = 0;
    for (int i = Math.min(utf8.length, Long.BYTES) - 1; i >= 0; i--) {
      first = first << 8 | utf8[i] & 0xFF;
    }
    this.word = first;
    this.mask = utf8.length >= Long.BYTES ? -1 : (1L << 8 * utf8.length) - 1;
  }

  /** The eight bytes at an offset, little-endian, padded with zeros after the end of the array. */
  static long firstWord(byte[] bytes, int offset) {
    return offset + Long.BYTES <= bytes.length
        ? LittleEndian.int64(bytes, offset)
        : wordAtEnd(bytes, offset);
  }

  private static long wordAtEnd(byte[] bytes, int offset) {
    long word = 0;
    for (int at = bytes.length - 1; at >= offset; at--) {
      word = word << Byte.SIZE | bytes[at] & 0xFF;
    }
    return word;
  }

  /**
   * Whether the name at an offset equals this one.
   *
   * @param end the position of its terminator
   * @param firstWord the eight bytes at the offset
   */
  boolean isAt(byte[] bytes, int offset, int end, long firstWord) {
    return (firstWord & mask) == word
        && (utf8.length <= Long.BYTES
            || end - offset == utf8.length - 1 && isSame(bytes, offset, Long.BYTES));
  }

  private boolean isSame(byte[] bytes, int offset, int from) {
    for (int i = from; i < utf8.length - 1; i++) {
      if (bytes[offset + i] != utf8[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The position of a name's terminator.
   *
   * @param firstWord the eight bytes at the offset
   */
  static int end(byte[] bytes, int offset, long firstWord) {
    long zeros = zeros(firstWord);
    return zeros != 0
        ? offset + (Long.numberOfTrailingZeros(zeros) >>> 3)
        : longEnd(bytes, offset + Long.BYTES);
  }

  private static int longEnd(byte[] bytes, int offset) {
    int at = offset;
    while (bytes[at] != 0) {
      at++;
    }
    return at;
  }

  /** The lowest set bit belongs to the first zero byte. */
  private static long zeros(long word) {
    return word - LOWEST_BITS & ~word & HIGHEST_BITS;
  }
}
