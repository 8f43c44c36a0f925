package dev.mayfly.server.demo;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.util.Map;

/**
 * Where the demo is shown. On a terminal it has colours, pauses in which a person can read, and one
 * line that changes in place; elsewhere it is plain lines, as fast as they come. ASCII only: not
 * every terminal says what else it can show.
 */
public final class Screen {
  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String GREEN = "\u001b[32m";
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";
  private static final String START_OF_CLEARED_LINE = "\r\u001b[2K";

  private final PrintWriter out;
  private final boolean terminal;
  private final boolean colours;

  Screen(PrintWriter out, boolean terminal, boolean colours) {
    this.out = requireNonNull(out, "out");
    this.terminal = terminal;
    this.colours = colours;
  }

  /** The launcher reports whether the output is a terminal: not every Java version can. */
  public static Screen of(PrintWriter out, Map<String, String> environment) {
    boolean terminal =
        Boolean.getBoolean("mayfly.terminal") && !"dumb".equals(environment.get("TERM"));
    boolean colours = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Screen(out, terminal, colours);
  }

  String bold(String text) {
    return coloured(BOLD, text);
  }

  String dim(String text) {
    return coloured(DIM, text);
  }

  String alive(String text) {
    return coloured(GREEN, text);
  }

  String gone(String text) {
    return coloured(RED, text);
  }

  private String coloured(String colour, String text) {
    return colours ? colour + text + PLAIN : text;
  }

  void line(String text) {
    out.println(text);
  }

  void line() {
    out.println();
  }

  /** A line that the next one replaces, where that is possible; nothing elsewhere. */
  void passing(String text) {
    if (terminal) {
      out.print(START_OF_CLEARED_LINE + text);
      out.flush();
    }
  }

  /** A line in the place of the passing one. */
  void settled(String text) {
    out.println(terminal ? START_OF_CLEARED_LINE + text : text);
  }

  /** Time to read. */
  void pause(long millis) {
    if (!terminal) {
      return;
    }
    out.flush();
    sleep(millis);
  }

  /** Fails when the demo is interrupted. */
  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the demo was stopped", e);
    }
  }
}
