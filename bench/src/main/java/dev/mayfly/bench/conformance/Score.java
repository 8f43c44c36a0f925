package dev.mayfly.bench.conformance;

import java.io.PrintStream;

/** Counts the cases of one kind, and prints a line for each that is missed. */
final class Score {
  private static final int LINE_MAX = 2000;

  private final String kind;
  private final PrintStream out;
  private int cases;
  private int missed;

  Score(String kind, PrintStream out) {
    this.kind = kind;
    this.out = out;
  }

  void hit() {
    cases++;
  }

  void miss(int line, String query, String why) {
    cases++;
    missed++;
    String text = kind + " " + line + ": " + query + " => " + why;
    text = text.replaceAll("\\s+", " ");
    out.println(text.length() > LINE_MAX ? text.substring(0, LINE_MAX) + "..." : text);
  }

  boolean isWhole() {
    return missed == 0;
  }

  void total() {
    out.println(kind + ": " + (cases - missed) + " of " + cases);
  }
}
