package dev.mayfly.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that runs as a process of its own, and ends with this one. */
public final class ChildServer implements AutoCloseable {
  private static final long STOP_SECONDS = 10;

  private final Process process;
  private final Matcher ready;
  private final Thread atExit;

  private ChildServer(Process process, Matcher ready) {
    this.process = process;
    this.ready = ready;
    this.atExit = new Thread(process::destroy, "stop-server");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts one and waits for the line that says it is ready.
   *
   * @param ready found in that line; its groups are ports
   */
  public static ChildServer start(List<String> command, Pattern ready) throws IOException {
    return start(command, Map.of(), ready);
  }

  /** As above, with further variables in its environment. */
  public static ChildServer start(
      List<String> command, Map<String, String> environment, Pattern ready) throws IOException {
    return start(command, environment, ready, ProcessBuilder.Redirect.INHERIT);
  }

  /** As above; its error stream goes where it is reported. */
  public static ChildServer start(
      List<String> command,
      Map<String, String> environment,
      Pattern ready,
      ProcessBuilder.Redirect errors)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
    builder.environment().putAll(environment);
    Process process = builder.start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = ready.matcher(line);
      if (matcher.find()) {
        drain(output);
        return new ChildServer(process, matcher);
      }
      said.append(line).append('\n');
    }
    process.destroy();
    throw new IOException("The server did not start: " + String.join(" ", command) + "\n" + said);
  }

  /** A process whose output is not read would block when its pipe is full. */
  private static void drain(BufferedReader output) {
    Thread thread = new Thread(() -> readToTheEnd(output), "drain-output");
    thread.setDaemon(true);
    thread.start();
  }

  private static void readToTheEnd(BufferedReader output) {
    try {
      String line = output.readLine();
      while (line != null) {
        line = output.readLine();
      }
    } catch (IOException e) {
      return; // The process was stopped, and its output closed.
    }
  }

  /** A group of what was found in the line that said it was ready. */
  public int port(String group) {
    return Integer.parseInt(ready.group(group));
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Ends it at once, as a machine that fails. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Asks a process to end, so that it deletes its files, and ends it if it takes too long. */
  public static void stop(Process process, long seconds) {
    process.destroy();
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop(process, STOP_SECONDS);
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
