package dev.mayfly.mongo.expression.text;

/** Positions in a text as bytes of UTF-8 or as code points. */
final class Utf8Text {
  private Utf8Text() {}

  /** How many bytes the text has. */
  static int length(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += width(text, i);
    }
    return bytes;
  }

  /** The bytes of a char; a pair of surrogates has four, which its first one counts. */
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

  /** The index of the char at or after this byte or code point; the length if there is none. */
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

  /** Whether a character begins at this byte, or the text ends before it. */
  static boolean isBoundary(String text, long position) {
    int bytes = 0;
    for (int i = 0; i < text.length() && bytes < position; i++) {
      bytes += width(text, i);
    }
    return bytes <= position;
  }
}
