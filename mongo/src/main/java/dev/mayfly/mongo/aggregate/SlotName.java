package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;
import java.nio.charset.StandardCharsets;

/** A field name as bytes, compared eight at a time with what lies in a document. */
final class SlotName {
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;

  private final byte[] utf8;
  private final long word;
  private final long mask;

  SlotName(String name) {
    this.utf8 = (name + '\0').getBytes(StandardCharsets.UTF_8);
    long first = 0;
    for (int i = Math.min(utf8.length, Long.BYTES) - 1; i >= 0; i--) {
      first = first << 8 | utf8[i] & 0xFF;
    }
    this.word = first;
    this.mask = utf8.length >= Long.BYTES ? -1 : (1L << 8 * utf8.length) - 1;
  }

  /** Whether the name that starts there, with its zero, is this one. */
  boolean isAt(byte[] bytes, int offset, int end) {
    if (offset + Long.BYTES > bytes.length) {
      return end - offset == utf8.length - 1 && isSame(bytes, offset, 0);
    }
    if ((LittleEndian.int64(bytes, offset) & mask) != word) {
      return false;
    }
    return utf8.length <= Long.BYTES
        || end - offset == utf8.length - 1 && isSame(bytes, offset, Long.BYTES);
  }

  private boolean isSame(byte[] bytes, int offset, int from) {
    for (int i = from; i < utf8.length - 1; i++) {
      if (bytes[offset + i] != utf8[i]) {
        return false;
      }
    }
    return true;
  }

  /** Where the name that starts there ends: the position of its zero. */
  static int end(byte[] bytes, int offset) {
    int at = offset;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      long eight = LittleEndian.int64(bytes, at);
      long zeros = eight - LOWEST_BITS & ~eight & HIGHEST_BITS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    while (bytes[at] != 0) {
      at++;
    }
    return at;
  }
}
