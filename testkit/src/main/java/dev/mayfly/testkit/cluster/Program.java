package dev.mayfly.testkit.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the program is started: with the launcher if there is one, else from the class path. */
public final class Program {
  /** Little memory and a quick compiler: a server lives for seconds here. */
  private static final List<String> JAVA_OPTIONS =
      List.of("-Xmx400m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private Program() {}

  /** Starts it; what it says on both streams is its output. */
  public static Process start(List<String> arguments) throws IOException {
    return builder(arguments, List.of()).start();
  }

  /**
   * Prepares a start.
   *
   * @param javaOptions further options of the Java machine, without spaces
   */
  public static ProcessBuilder builder(List<String> arguments, List<String> javaOptions) {
    List<String> options = new ArrayList<>(JAVA_OPTIONS);
    options.addAll(javaOptions);
    List<String> command = new ArrayList<>();
    String launcher = System.getProperty("mayfly.launcher");
    if (launcher != null) {
      command.add(launcher);
    } else {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(options);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add("dev.mayfly.server.Main");
    }
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAYFLY_"));
    builder.environment().put("MAYFLY_JAVA_OPTS", String.join(" ", options));
    return builder;
  }
}
