package dev.mayfly.testkit.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** One node of a cluster as a process of its own, which can be stopped in several ways. */
public final class NodeProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration POST_PATIENCE = Duration.ofSeconds(60);
  private static final long STOP_SECONDS = 180;
  private static final int LINES_KEPT = 60;
  private static final String SERVER_CLOCK = "mayfly.clock.offset-file";
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(PATIENCE).version(HttpClient.Version.HTTP_1_1).build();

  private final Path data;
  private final Path log;
  private final Path offset;
  private final Ports ports;
  private final Thread atExit = new Thread(this::end, "kill-node");
  private String id;
  private volatile Process process;
  private volatile boolean paused;

  /** Where a node listens; the same in all of its lives. */
  public record Ports(int peer, int cosmos, int direct, int mongo, int admin) {}

  /** What the admin port answered. */
  public record Answer(int status, String body) {}

  NodeProcess(String id, Path directory, Path data, Ports ports) {
    this.id = id;
    this.data = data;
    this.ports = ports;
    this.log = directory.resolve(id + ".log");
    this.offset = directory.resolve(id + ".clock");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  public String id() {
    return id;
  }

  public Ports ports() {
    return ports;
  }

  public Path data() {
    return data;
  }

  /** Gives the place of a node that was removed to a new one. */
  void rename(String newId) {
    id = newId;
  }

  /**
   * Starts it; it need not have a role yet when this returns.
   *
   * @param cluster further arguments, about the cluster
   */
  void start(List<String> cluster) throws IOException {
    if (isRunning()) {
      throw new IllegalStateException(id + " runs already");
    }
    List<String> arguments = new ArrayList<>(List.of("serve", "--data", data.toString()));
    arguments.addAll(List.of("--node-id", id, "--memory", "32"));
    arguments.addAll(List.of("--cosmos-port", Integer.toString(ports.cosmos())));
    arguments.addAll(List.of("--cosmos-direct-port", Integer.toString(ports.direct())));
    arguments.addAll(List.of("--mongo-port", Integer.toString(ports.mongo())));
    arguments.addAll(List.of("--admin-port", Integer.toString(ports.admin())));
    arguments.addAll(cluster);
    process =
        Program.builder(arguments, List.of("-D" + SERVER_CLOCK + "=" + offset))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    paused = false;
  }

  public boolean isRunning() {
    Process current = process;
    return current != null && current.isAlive();
  }

  public OptionalLong pid() {
    Process current = process;
    return current == null || !current.isAlive()
        ? OptionalLong.empty()
        : OptionalLong.of(current.pid());
  }

  /** Ends it as a power cut of its machine would end it, but for what the disk has not yet. */
  public void kill() throws InterruptedException {
    end();
    process.waitFor();
  }

  private void end() {
    Process current = process;
    if (current != null) {
      current.destroyForcibly();
    }
  }

  /** Ends it in order, as service managers do. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(id + " has not stopped after " + STOP_SECONDS + " s");
    }
  }

  /** Lets it do nothing, while its connections stay open. */
  public void pause() throws IOException, InterruptedException {
    signal("-STOP");
    paused = true;
  }

  public void resume() throws IOException, InterruptedException {
    if (paused && isRunning()) {
      signal("-CONT");
    }
    paused = false;
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int code = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    if (code != 0) {
      throw new IOException("kill " + signal + " " + id + " failed");
    }
  }

  /** Moves its wall clock away from that of the machine, at once or from its next start. */
  public void skew(Duration by) throws IOException {
    Files.writeString(offset, Long.toString(by.toMillis()));
  }

  /** Deletes all that is on its disk. */
  void wipe() throws IOException {
    if (isRunning()) {
      throw new IllegalStateException(id + " runs");
    }
    if (!Files.exists(data)) {
      return;
    }
    Files.walkFileTree(
        data,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            if (!each.equals(data)) {
              Files.delete(each);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** What it says about the cluster; empty if it does not answer. */
  public Optional<ClusterView> view() throws InterruptedException {
    if (!isRunning() || paused) {
      return Optional.empty();
    }
    try {
      Answer answer = get("/cluster");
      return answer.status() == 200
          ? Optional.of(ClusterView.parse(answer.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** True if it answers clients, in whatever role. */
  public boolean isServing() throws InterruptedException {
    if (!isRunning() || paused) {
      return false;
    }
    try {
      return get("/healthz").status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(admin(path)).timeout(PATIENCE));
  }

  /** Asks for something that may take its time. */
  public Answer post(String path) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(admin(path)).timeout(POST_PATIENCE).POST(BodyPublishers.noBody()));
  }

  private URI admin(String path) {
    return URI.create("http://127.0.0.1:" + ports.admin() + path);
  }

  private static Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body());
  }

  /** The sum of a metric over all its labels; empty if it does not answer or has none. */
  public Optional<Double> metric(String name) throws InterruptedException {
    try {
      List<String> lines =
          get("/metrics")
              .body()
              .lines()
              .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
              .toList();
      return lines.isEmpty()
          ? Optional.empty()
          : Optional.of(
              lines.stream()
                  .mapToDouble(each -> Double.parseDouble(each.substring(each.lastIndexOf(' '))))
                  .sum());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The last lines that it wrote. */
  public List<String> lines() throws IOException {
    try {
      List<String> all = Files.readAllLines(log, StandardCharsets.UTF_8);
      return all.subList(Math.max(0, all.size() - LINES_KEPT), all.size());
    } catch (NoSuchFileException neverStarted) {
      return List.of();
    }
  }

  @Override
  public void close() {
    end();
    try {
      if (process != null) {
        process.waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
