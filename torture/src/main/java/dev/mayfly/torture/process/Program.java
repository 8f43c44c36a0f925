package dev.mayfly.torture.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the program is started: with the launcher if there is one, else from the class path. */
final class Program {
  /** Little memory and a quick compiler: a server lives for seconds here. */
  private static final List<String> JAVA_OPTIONS =
      List.of("-Xmx400m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private Program() {}

  static Process start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    String launcher = System.getProperty("mayfly.launcher");
    if (launcher != null) {
      command.add(launcher);
    } else {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(JAVA_OPTIONS);
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add("dev.mayfly.server.Main");
    }
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAYFLY_"));
    builder.environment().put("MAYFLY_JAVA_OPTS", String.join(" ", JAVA_OPTIONS));
    return builder.start();
  }
}
