package dev.mayfly.cosmos.query.function;

import java.util.Locale;
import java.util.function.IntUnaryOperator;

/**
 * Upper and lower case, character by character as the service does it: no character becomes two,
 * and none depends on its neighbours. So the beginning of a text has the beginning of its cases.
 */
final class CaseMapping {
  /** The only one whose lower case depends on where it stands. */
  private static final char SIGMA = '\u03A3';

  private CaseMapping() {}

  static String lower(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean each = lower.length() == text.length() && text.indexOf(SIGMA) < 0;
    return each ? lower : mapped(text, Character::toLowerCase);
  }

  static String upper(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    return upper.length() == text.length() ? upper : mapped(text, Character::toUpperCase);
  }

  private static String mapped(String text, IntUnaryOperator change) {
    int[] changed = text.codePoints().map(change).toArray();
    return new String(changed, 0, changed.length);
  }
}
