package dev.mayfly.text;

import java.text.Normalizer;

/** Removes differences of case and of diacritical marks. */
final class Folding {
  private Folding() {}

  static String lower(String text, Language language) {
    boolean turkish = language == Language.TURKISH;
    int from = firstToLower(text, turkish);
    if (from == text.length()) {
      return text;
    }
    StringBuilder lower = new StringBuilder(text.length()).append(text, 0, from);
    for (int i = from, next; i < text.length(); i = next) {
      int codePoint = text.codePointAt(i);
      next = i + Character.charCount(codePoint);
      lower.appendCodePoint(lower(codePoint, turkish));
    }
    return lower.toString();
  }

  private static int firstToLower(String text, boolean turkish) {
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (lower(codePoint, turkish) != codePoint) {
        return i;
      }
      i += Character.charCount(codePoint);
    }
    return i;
  }

  private static int lower(int codePoint, boolean turkish) {
    return turkish && codePoint == 'I' ? 'ı' : Character.toLowerCase(codePoint);
  }

  static String withoutDiacritics(String text) {
    if (isAscii(text)) {
      return text;
    }
    String apart = Normalizer.normalize(text, Normalizer.Form.NFD);
    StringBuilder bare = new StringBuilder(apart.length());
    apart
        .codePoints()
        .filter(each -> Character.getType(each) != Character.NON_SPACING_MARK)
        .forEach(bare::appendCodePoint);
    return Normalizer.normalize(bare, Normalizer.Form.NFC);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
