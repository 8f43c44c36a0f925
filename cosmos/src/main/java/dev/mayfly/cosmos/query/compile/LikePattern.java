package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.value.RowBudget;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of LIKE: {@code %} is any text, {@code _} any character, {@code [a-f]} one of a set and
 * {@code [^a-f]} none of it. Matching never takes more time than the product of both lengths: after
 * a failure it goes back to the last {@code %} alone.
 */
public final class LikePattern {
  private static final Part ANY_TEXT = c -> false;

  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder literal = new StringBuilder();
  private boolean isLiteral = true;

  /** What one place of a text must be. */
  @FunctionalInterface
  private interface Part {
    boolean matches(char c);
  }

  /**
   * @param escape before it, a character stands for itself; null if there is none
   */
  public LikePattern(String pattern, Character escape) {
    int i = 0;
    while (i < pattern.length()) {
      char c = pattern.charAt(i);
      int end = c == '[' ? setEnd(pattern, i) : -1;
      if (escape != null && c == escape && i + 1 < pattern.length()) {
        addLiteral(pattern.charAt(i + 1));
        i += 2;
      } else if (end > 0) {
        add(set(pattern.substring(i + 1, end)));
        i = end + 1;
      } else {
        addOne(c);
        i++;
      }
    }
  }

  private void addOne(char c) {
    if (c == '%') {
      add(ANY_TEXT);
    } else if (c == '_') {
      add(any -> true);
    } else {
      addLiteral(c);
    }
  }

  private void addLiteral(char c) {
    parts.add(each -> each == c);
    if (isLiteral) {
      literal.append(c);
    }
  }

  private void add(Part part) {
    parts.add(part);
    isLiteral = false;
  }

  private static int setEnd(String pattern, int start) {
    // A bracket that comes first in a set belongs to it.
    int first = start + 1;
    if (first < pattern.length() && pattern.charAt(first) == '^') {
      first++;
    }
    return pattern.indexOf(']', first + 1);
  }

  private static Part set(String set) {
    boolean negated = set.length() > 1 && set.charAt(0) == '^';
    String members = negated ? set.substring(1) : set;
    return c -> isIn(members, c) != negated;
  }

  private static boolean isIn(String members, char c) {
    for (int i = 0; i < members.length(); i++) {
      boolean range = i + 2 < members.length() && members.charAt(i + 1) == '-';
      if (range) {
        if (c >= members.charAt(i) && c <= members.charAt(i + 2)) {
          return true;
        }
        i += 2;
      } else if (c == members.charAt(i)) {
        return true;
      }
    }
    return false;
  }

  /** The one text that it matches; null if there are others. */
  public String literal() {
    return isLiteral ? literal.toString() : null;
  }

  /** What all texts that it matches begin with; may be empty. */
  public String beginning() {
    return literal.toString();
  }

  /** Whether it matches a text; each backtracking step is charged to the budget. */
  boolean matches(String text, RowBudget budget) {
    int at = 0;
    int part = 0;
    int lastAny = -1;
    int lastAt = 0;
    while (at < text.length()) {
      if (part < parts.size() && parts.get(part) == ANY_TEXT) {
        lastAny = part++;
        lastAt = at;
      } else if (part < parts.size() && parts.get(part).matches(text.charAt(at))) {
        part++;
        at++;
      } else if (lastAny >= 0) {
        budget.step();
        part = lastAny + 1;
        at = ++lastAt;
      } else {
        return false;
      }
    }
    while (part < parts.size() && parts.get(part) == ANY_TEXT) {
      part++;
    }
    return part == parts.size();
  }
}
