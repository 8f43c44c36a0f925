package dev.mayfly.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a page, run literally and in its order, but for the ports: any free ones in place
 * of the defaults. A server runs until the next one is started.
 */
final class ReadmeCommands implements AutoCloseable {
  private static final Map<String, String> PORTS =
      Map.of(
          "8080", "MAYFLY_ADMIN_PORT",
          "8081", "MAYFLY_COSMOS_PORT",
          "10251", "MAYFLY_COSMOS_DIRECT_PORT",
          "27017", "MAYFLY_MONGO_PORT");
  private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```\n");

  private final Path directory;
  private final Map<String, String> ports = new LinkedHashMap<>();
  private Process server;
  private int count;

  ReadmeCommands(Path directory) {
    this.directory = directory;
  }

  /** Chosen right before a server takes them: other tests look for free ports, too. */
  private void choosePorts() throws IOException {
    for (String port : PORTS.keySet()) {
      try (ServerSocket socket = new ServerSocket(0)) {
        ports.put(port, String.valueOf(socket.getLocalPort()));
      }
    }
  }

  /** Returns how many there were. */
  int run(String page) throws Exception {
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      for (String step : block.group(1).split("(?m)^\\$ ")) {
        if (!step.isBlank()) {
          count++;
          run(step.split("\n", 2));
        }
      }
    }
    return count;
  }

  private void run(String[] step) throws Exception {
    boolean serves = step[0].startsWith("./mayfly serve");
    if (serves) {
      close();
      choosePorts();
    }
    String command = withPorts(step[0]);
    Path output = Files.createTempFile(directory, "readme", "");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", "exec " + command).directory(directory.toFile());
    ports.forEach((port, free) -> builder.environment().put(PORTS.get(port), free));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.redirectError(directory.resolve("errors").toFile()).redirectOutput(output.toFile());
    Process process = builder.start();
    if (serves) {
      server = process;
      awaitReady(output);
    } else {
      assertThat(process.waitFor(ArchiveTest.PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as("%s: %s", command, Files.readString(output)).isZero();
    }
    check(command, withPorts(step[1].strip()), Files.readString(output));
  }

  private String withPorts(String text) {
    String own = text;
    for (Map.Entry<String, String> port : ports.entrySet()) {
      own = own.replaceAll("\\b" + port.getKey() + "\\b", port.getValue());
    }
    return own;
  }

  private void awaitReady(Path output) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(ArchiveTest.PATIENCE_MINUTES);
    while (!Files.readString(output).contains("Mayfly ready")) {
      assertThat(server.isAlive())
          .as("%s%s", Files.readString(output), Files.readString(directory.resolve("errors")))
          .isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      server.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  /** Numbers differ from day to day, and dots stand for what differs from machine to machine. */
  private static void check(String command, String expected, String output) {
    if (!expected.isEmpty()) {
      StringBuilder pattern = new StringBuilder();
      Matcher varying = Pattern.compile("[0-9]+|…").matcher(expected);
      int from = 0;
      while (varying.find()) {
        pattern.append(Pattern.quote(expected.substring(from, varying.start())));
        pattern.append(varying.group().equals("…") ? ".*" : "[0-9]+");
        from = varying.end();
      }
      pattern.append(Pattern.quote(expected.substring(from)));
      assertThat(output).as(command).containsPattern(pattern.toString());
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (server != null) {
      server.destroy();
      server.waitFor();
    }
  }
}
