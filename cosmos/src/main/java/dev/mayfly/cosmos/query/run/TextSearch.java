package dev.mayfly.cosmos.query.run;

/** Looks for a text within another in a time that grows with their lengths, not their product. */
final class TextSearch {
  /** Shorter ones are looked for fastest without preparation. */
  private static final int SHORT = 256;

  private TextSearch() {}

  static boolean contains(String text, String part) {
    if (part.length() <= SHORT) {
      return text.contains(part);
    }
    return part.length() <= text.length() && find(text, part);
  }

  /** Knuth, Morris and Pratt. */
  private static boolean find(String text, String part) {
    int[] borders = borders(part);
    int matched = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      while (matched > 0 && c != part.charAt(matched)) {
        matched = borders[matched - 1];
      }
      if (c == part.charAt(matched) && ++matched == part.length()) {
        return true;
      }
    }
    return false;
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
