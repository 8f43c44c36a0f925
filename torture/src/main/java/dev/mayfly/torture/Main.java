package dev.mayfly.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** The command {@code mayfly torture}. */
public final class Main {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) throws IOException {
    if (arguments.equals(List.of("--help")) || arguments.equals(List.of("help"))) {
      System.out.println(Options.USAGE);
      return 0;
    }
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("torture: " + e.getMessage() + "\n" + Options.USAGE);
      return MISUSED;
    }
    return new Torture(options, Files.createTempDirectory("mayfly-torture-"), System.out).run()
        ? 0
        : FAILED;
  }
}
