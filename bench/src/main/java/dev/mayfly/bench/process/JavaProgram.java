package dev.mayfly.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A server of the benchmark's own classes, in a process of its own on the servers' core. */
public final class JavaProgram {
  private static final String READY = "ready on ";

  private JavaProgram() {}

  /** Starts the main method of a class and waits until it is {@link #ready}. */
  public static ChildServer start(Class<?> program, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // As the launcher starts a server.
                "-Dio.netty.jfr.enabled=false",
                "-Dio.netty.leakDetection.level=disabled",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(args));
    return ChildServer.start(
        Pinning.onOneCore(command),
        Pattern.compile(READY + "(?<port>[0-9]+)( and (?<direct>[0-9]+))?"));
  }

  /** Said by the program when it listens. */
  public static void ready(int port) {
    System.out.println(READY + port);
  }

  /** The same for one that serves clients of Cosmos DB in direct mode too. */
  public static void ready(int port, int directPort) {
    System.out.println(READY + port + " and " + directPort);
  }
}
