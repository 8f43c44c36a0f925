package dev.mayfly.server.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds what a person who mistyped a name most likely meant. */
final class NameSuggestion {
  private NameSuggestion() {}

  /** The candidate with the fewest single-character edits; the first in order where equal. */
  static String of(String name, Collection<String> candidates) {
    return candidates.stream()
        .min(
            Comparator.<String>comparingInt(candidate -> edits(name, candidate))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, Math.min(row[column], row[column - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
