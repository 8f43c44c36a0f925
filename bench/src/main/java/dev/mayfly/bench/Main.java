package dev.mayfly.bench;

import dev.mayfly.bench.engine.EngineBench;
import java.util.ArrayList;
import java.util.List;

/** Runs one benchmark. A figure that falls short of its goal is a result, not a failure. */
public final class Main {
  private static final String USAGE =
      """
      Usage: mayfly bench engine [--quick]
        engine    the engine beside bare RocksDB; --quick ends within 50 seconds
      Each figure is one line on standard output: name value goal ok|short""";

  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  private static int run(List<String> args) {
    List<String> words = new ArrayList<>(args);
    boolean quick = words.remove("--quick");
    if (words.equals(List.of("--help")) || words.equals(List.of("help"))) {
      System.out.println(USAGE);
      return 0;
    }
    if (!words.equals(List.of("engine"))) {
      System.err.println("There is no benchmark '" + String.join(" ", args) + "'.\n" + USAGE);
      return MISUSED;
    }
    Report report = new Report(System.out, System.err);
    try (Scratch scratch = Scratch.create()) {
      EngineBench.run(scratch, report, quick);
      report.summarize();
      return 0;
    } catch (Exception e) {
      System.err.println("The benchmark broke:");
      e.printStackTrace();
      return FAILED;
    }
  }
}
