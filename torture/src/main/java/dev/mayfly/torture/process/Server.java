package dev.mayfly.torture.process;

import dev.mayfly.testkit.cluster.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on free ports, with its data in a directory. */
public final class Server implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile(
          "(?=.*Cosmos[^:]*://[^:/]+:(?<cosmos>[0-9]+))"
              + "(?=.*mongodb://[^:/]+:(?<mongo>[0-9]+))"
              + "(?=.*Admin on http://[^:/]+:(?<admin>[0-9]+))");
  private static final int LINES_KEPT = 200;
  private static final long PATIENCE_SECONDS = 60;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Deque<String> lines = new ArrayDeque<>();
  private final Thread reader;
  private final Thread atExit;
  private Matcher ready;
  private boolean ended;

  /** What the admin port answered. */
  public record Answer(int status, String body) {}

  private Server(Process process) {
    this.process = process;
    this.reader = new Thread(this::readLines, "server-output");
    this.atExit = new Thread(process::destroyForcibly, "kill-server");
    Runtime.getRuntime().addShutdownHook(atExit);
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts one, which need not get ready. */
  public static Server launch(Path data) throws IOException {
    return new Server(
        Program.start(
            List.of(
                "serve",
                "--data",
                data.toString(),
                "--memory",
                "8",
                "--cosmos-port",
                "0",
                "--cosmos-direct-port",
                "0",
                "--mongo-port",
                "0",
                "--admin-port",
                "0")));
  }

  /** Starts one and waits until it is ready. */
  public static Server start(Path data) throws IOException, InterruptedException {
    Server server = launch(data);
    if (!server.awaitReady()) {
      String said = String.join("\n", server.lines());
      server.close();
      throw new IOException("The server on " + data + " did not start: " + said);
    }
    return server;
  }

  private void readLines() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        heard(line);
      }
    } catch (IOException e) {
      heard("(its output was closed: " + e.getMessage() + ")");
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void heard(String line) {
    lines.add(line);
    if (lines.size() > LINES_KEPT) {
      lines.remove();
    }
    Matcher matcher = READY.matcher(line);
    if (ready == null && matcher.find()) {
      ready = matcher;
      notifyAll();
    }
  }

  /** False if it ended instead. */
  public synchronized boolean awaitReady() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (ready == null && !ended) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new IllegalStateException("The server is not ready after a minute: " + lines);
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return ready != null;
  }

  /** The last lines that it wrote. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  public int cosmosPort() {
    return port("cosmos");
  }

  public int mongoPort() {
    return port("mongo");
  }

  private synchronized int port(String group) {
    return Integer.parseInt(ready.group(group));
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(admin(path)));
  }

  public Answer post(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(admin(path)).POST(BodyPublishers.noBody()));
  }

  private URI admin(String path) {
    return URI.create("http://127.0.0.1:" + port("admin") + path);
  }

  private static Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        HTTP.send(
            request.timeout(Duration.ofSeconds(PATIENCE_SECONDS)).build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  public void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
    reader.join();
  }

  public int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("The server has not ended after a minute: " + lines());
    }
    reader.join();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
