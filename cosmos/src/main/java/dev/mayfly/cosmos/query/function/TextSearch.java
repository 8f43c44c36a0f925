package dev.mayfly.cosmos.query.function;

/** Substring search in time linear in the lengths, not in their product. */
final class TextSearch {
  /** Shorter texts are searched fastest without preprocessing. */
  private static final int SHORT = 256;

  private TextSearch() {}

  static boolean contains(String text, String part) {
    return indexOf(text, part, 0) >= 0;
  }

  static int indexOf(String text, String part, int from) {
    if (part.length() <= SHORT) {
      return text.indexOf(part, from);
    }
    return part.length() <= text.length() - from ? find(text, part, from) : -1;
  }

  /** The last place where a text begins that ends before another. */
  static int lastIndexOf(String text, String part, int end) {
    if (part.length() <= SHORT) {
      return end < part.length() ? -1 : text.lastIndexOf(part, end - part.length());
    }
    String reversed = reversed(text.substring(0, end));
    int found = indexOf(reversed, reversed(part), 0);
    return found < 0 ? -1 : end - found - part.length();
  }

  /** Unit by unit: StringBuilder would keep surrogates together. */
  private static String reversed(String text) {
    char[] characters = new char[text.length()];
    for (int i = 0; i < characters.length; i++) {
      characters[i] = text.charAt(characters.length - 1 - i);
    }
    return new String(characters);
  }

  /** Knuth, Morris and Pratt. */
  private static int find(String text, String part, int from) {
    int[] borders = borders(part);
    int matched = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      while (matched > 0 && c != part.charAt(matched)) {
        matched = borders[matched - 1];
      }
      if (c == part.charAt(matched) && ++matched == part.length()) {
        return i + 1 - matched;
      }
    }
    return -1;
  }

  /** For each beginning of a text, the length of the longest that it also ends with. */
  private static int[] borders(String part) {
    int[] borders = new int[part.length()];
    int matched = 0;
    for (int i = 1; i < borders.length; i++) {
      char c = part.charAt(i);
      while (matched > 0 && c != part.charAt(matched)) {
        matched = borders[matched - 1];
      }
      if (c == part.charAt(matched)) {
        matched++;
      }
      borders[i] = matched;
    }
    return borders;
  }
}
