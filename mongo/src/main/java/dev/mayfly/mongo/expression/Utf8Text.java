package dev.mayfly.mongo.expression;

/** Positions in strings by UTF-8 bytes or code points. */
final class Utf8Text {
  private Utf8Text() {}

  /** The length in bytes. */
  static int length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += width(text, i);
    }
    return bytes;
  }

  /** UTF-8 bytes of a char; a surrogate pair has four, counted with its first char. */
  private static int width(String text, int index) {
    char each = text.charAt(index);
    if (each < 0x80) {
      return 1;
    }
    if (each < 0x800) {
      return 2;
    }
    if (Character.isHighSurrogate(each)
        && index + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(index + 1))) {
      return 4;
    }
    boolean second =
        Character.isLowSurrogate(each)
            && index > 0
            && Character.isHighSurrogate(text.charAt(index - 1));
    return second ? 0 : 3;
  }

  /** The char index at or after a byte or code point position; the length if beyond. */
  static int charAt(String text, long position, boolean inBytes) {
    if (!inBytes) {
      int codePoints = text.codePointCount(0, text.length());
      return position >= codePoints ? text.length() : text.offsetByCodePoints(0, (int) position);
    }
    int bytes = 0;
    int i = 0;
    while (i < text.length() && (bytes < position || width(text, i) == 0)) {
      bytes += width(text, i);
      i++;
    }
    return i;
  }

  /** Whether a character starts at this byte, or it is beyond the end. */
  static boolean isBoundary(String text, long position) {
    int bytes = 0;
    for (int i = 0; i < text.length() && bytes < position; i++) {
      bytes += width(text, i);
    }
    return bytes <= position;
  }
}
