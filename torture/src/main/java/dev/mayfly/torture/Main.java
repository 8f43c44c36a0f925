package dev.mayfly.torture;

import dev.mayfly.torture.cluster.ClusterOptions;
import dev.mayfly.torture.cluster.ClusterTorture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command {@code mayfly torture}. */
public final class Main {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private Main() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) throws IOException, InterruptedException {
    if (arguments.equals(List.of("--help")) || arguments.equals(List.of("help"))) {
      System.out.println(Options.USAGE + "\n" + ClusterOptions.USAGE);
      return 0;
    }
    if (!arguments.isEmpty() && arguments.get(0).equals("cluster")) {
      return cluster(arguments.subList(1, arguments.size()));
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

  private static int cluster(List<String> arguments) throws IOException, InterruptedException {
    if (arguments.equals(List.of("--help")) || arguments.equals(List.of("help"))) {
      System.out.println(ClusterOptions.USAGE);
      return 0;
    }
    ClusterOptions options;
    try {
      options = ClusterOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("torture cluster: " + e.getMessage() + "\n" + ClusterOptions.USAGE);
      return MISUSED;
    }
    Path directory = Files.createTempDirectory("mayfly-torture-cluster-");
    return new ClusterTorture(options, directory, System.out).run() ? 0 : FAILED;
  }
}
