package dev.mayfly.server.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Orders versions as Maven does, as far as advisories need it: numbers by value, {@code Final} and
 * nothing alike, and alpha, beta, milestone and candidate before both.
 */
record PartVersion(String text) implements Comparable<PartVersion> {
  private static final List<String> QUALIFIERS =
      List.of("alpha", "beta", "m", "rc", "snapshot", "", "sp");

  @Override
  public int compareTo(PartVersion other) {
    List<Object> ours = pieces();
    List<Object> theirs = other.pieces();
    for (int i = 0; i < Math.max(ours.size(), theirs.size()); i++) {
      int compared = compare(at(ours, i), at(theirs, i));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  private static Object at(List<Object> pieces, int i) {
    return i < pieces.size() ? pieces.get(i) : "";
  }

  /** A number comes after every qualifier, but 0 and nothing are alike. */
  private static int compare(Object ours, Object theirs) {
    if (ours instanceof Long left && theirs instanceof Long right) {
      return left.compareTo(right);
    }
    if (ours instanceof Long left) {
      return theirs.equals("") && left == 0 ? 0 : 1;
    }
    if (theirs instanceof Long right) {
      return ours.equals("") && right == 0 ? 0 : -1;
    }
    return Integer.compare(rank((String) ours), rank((String) theirs));
  }

  private static int rank(String qualifier) {
    int rank = QUALIFIERS.indexOf(qualifier);
    return rank < 0 ? QUALIFIERS.size() : rank;
  }

  private List<Object> pieces() {
    List<Object> pieces = new ArrayList<>();
    String split = text.toLowerCase(Locale.ROOT).replaceAll("(?<=[a-z])(?=[0-9])", ".");
    for (String piece : split.split("[.-]")) {
      if (piece.matches("[0-9]{1,18}")) {
        pieces.add(Long.parseLong(piece));
      } else {
        pieces.add(piece.equals("final") || piece.equals("ga") ? "" : piece);
      }
    }
    return pieces;
  }
}
