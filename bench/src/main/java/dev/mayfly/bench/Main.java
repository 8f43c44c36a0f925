package dev.mayfly.bench;

import dev.mayfly.bench.engine.EngineBench;
import java.util.ArrayList;
import java.util.List;

/** Runs one benchmark. A figure that falls short of its goal is a result, not a failure. */
public final class Main {
  private static final String USAGE =
      """
      Usage: mayfly bench engine [--quick] [PART...]
        engine    the engine beside bare RocksDB; --quick ends within 50 seconds
                  parts: %s (all of them if none is named)
      Each figure is one line on standard output: name value goal ok|short""";

  private static final List<String> PARTS = EngineBench.PARTS;
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  private static String usage() {
    return USAGE.formatted(String.join(", ", PARTS));
  }

  private static int run(List<String> args) {
    List<String> words = new ArrayList<>(args);
    boolean quick = words.remove("--quick");
    if (words.equals(List.of("--help")) || words.equals(List.of("help"))) {
      System.out.println(usage());
      return 0;
    }
    if (words.isEmpty() || !words.remove(0).equals("engine") || !PARTS.containsAll(words)) {
      System.err.println("There is no benchmark '" + String.join(" ", args) + "'.\n" + usage());
      return MISUSED;
    }
    List<String> parts = words.isEmpty() ? PARTS : words;
    Report report = new Report(System.out, System.err);
    try (Scratch scratch = Scratch.create()) {
      EngineBench.run(scratch, report, quick, parts);
      report.summarize();
      return 0;
    } catch (Exception e) {
      System.err.println("The benchmark broke:");
      e.printStackTrace();
      return FAILED;
    }
  }
}
