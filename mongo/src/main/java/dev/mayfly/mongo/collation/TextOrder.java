package dev.mayfly.mongo.collation;

import java.text.Collator;
import java.text.Normalizer;
import java.util.Comparator;
import org.bson.BsonDocument;

/**
 * Compares texts as a language does, level by level: letters, then accents, then case. Punctuation
 * counts, unless it is to be shifted out of the way.
 */
final class TextOrder implements Comparator<String> {
  static final int PRIMARY = 1;
  static final int SECONDARY = 2;
  static final int TERTIARY = 3;
  static final int QUATERNARY = 4;
  static final int IDENTICAL = 5;

  /** One for each level up to the third, in the order of the levels. */
  private final Collator[] collators;

  private final int strength;
  private final boolean caseLevel;
  private final boolean upperFirst;
  private final boolean numeric;
  private final boolean shifted;
  private final boolean onlySpaces;

  private TextOrder(Collator[] collators, BsonDocument collation) {
    this.collators = collators;
    this.strength = collation.getInt32("strength").getValue();
    this.caseLevel = collation.getBoolean("caseLevel").getValue();
    this.upperFirst = collation.getString("caseFirst").getValue().equals("upper");
    this.numeric = collation.getBoolean("numericOrdering").getValue();
    this.shifted = collation.getString("alternate").getValue().equals("shifted");
    this.onlySpaces = collation.getString("maxVariable").getValue().equals("space");
  }

  /**
   * @param collation with every field
   * @return null if nobody knows the language
   */
  static TextOrder of(BsonDocument collation) {
    Collator[] collators = Languages.collators(collation.getString("locale").getValue());
    return collators == null ? null : new TextOrder(collators, collation);
  }

  @Override
  public int compare(String first, String second) {
    if (first.equals(second)) {
      return 0;
    }
    int levels = compareLevels(shift(first), shift(second));
    if (levels != 0 || strength < QUATERNARY) {
      return levels;
    }
    int shiftedOut = shifted ? collators[TERTIARY - 1].compare(first, second) : 0;
    return shiftedOut != 0 || strength < IDENTICAL ? shiftedOut : first.compareTo(second);
  }

  private int compareLevels(String first, String second) {
    int levels = Math.min(strength, TERTIARY);
    if (!numeric && !caseLevel && !upperFirst) {
      return collators[levels - 1].compare(first, second);
    }
    int beforeCase = Math.min(levels, SECONDARY);
    int result = compareAt(beforeCase, first, second);
    if (result == 0 && (caseLevel || upperFirst && levels == TERTIARY)) {
      result = compareCase(first, second);
    }
    return result != 0 || levels < TERTIARY ? result : compareAt(TERTIARY, first, second);
  }

  private int compareAt(int level, String first, String second) {
    if (!numeric) {
      return collators[level - 1].compare(first, second);
    }
    int result = 0;
    for (int each = PRIMARY; each <= level && result == 0; each++) {
      result = NumericRuns.compare(first, second, collators[each - 1]);
    }
    return result;
  }

  /** Letter by letter without accents: small ones first, unless large ones are to be. */
  private int compareCase(String first, String second) {
    String left = letters(first);
    String right = letters(second);
    for (int i = 0; i < Math.min(left.length(), right.length()); i++) {
      boolean leftUpper = Character.isUpperCase(left.charAt(i));
      boolean rightUpper = Character.isUpperCase(right.charAt(i));
      if (leftUpper != rightUpper) {
        return leftUpper == upperFirst ? -1 : 1;
      }
    }
    return 0;
  }

  private static String letters(String text) {
    StringBuilder letters = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFD)
        .chars()
        .filter(Character::isLetter)
        .forEach(letter -> letters.append((char) letter));
    return letters.toString();
  }

  /** The text without what is to be shifted out of the way. */
  private String shift(String text) {
    if (!shifted) {
      return text;
    }
    StringBuilder kept = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (!isVariable(text.charAt(i))) {
        kept.append(text.charAt(i));
      }
    }
    return kept.toString();
  }

  private boolean isVariable(char c) {
    if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
      return true;
    }
    if (onlySpaces) {
      return false;
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }
}
