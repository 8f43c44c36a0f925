package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, on any free port. */
final class ServerProcess implements AutoCloseable {
  private static final Pattern COSMOS = Pattern.compile("Cosmos DB on (http://localhost:[0-9]+)");
  private static final Pattern MONGO = Pattern.compile("mongodb://localhost:[0-9]+");
  private static final Pattern ADMIN = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)");
  private static final Pattern LOGGED = Pattern.compile("^[0-9:.]{12} (INFO|WARN) ");
  private static final long PATIENCE_SECONDS = 30;

  private final Process process;
  private final BufferedReader output;
  private final HttpClient client = HttpClient.newHttpClient();
  private String readyLine = "";
  private String address = "";

  private ServerProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one and waits until it is ready. */
  static ServerProcess serve(Path temporary, String... options) throws IOException {
    return ready(launch(temporary, options));
  }

  /** The same with a heap of so many MiB; like the launcher's, it exits when that is too little. */
  static ServerProcess serveWithHeap(Path temporary, int heapMebibytes, String... options)
      throws IOException {
    // As the launcher sets them.
    List<String> jvm =
        List.of(
            "-Xmx" + heapMebibytes + "m", "-XX:+ExitOnOutOfMemoryError", "-XX:G1HeapRegionSize=4m");
    return ready(launch(jvm, temporary, options));
  }

  private static ServerProcess ready(ServerProcess server) throws IOException {
    do {
      server.readyLine = String.valueOf(server.output.readLine());
      // After a kill it may say first that the log ends within a record.
    } while (LOGGED.matcher(server.readyLine).find());
    Matcher admin = ADMIN.matcher(server.readyLine);
    if (!admin.find()) {
      server.close();
      throw new AssertionError("not ready: " + server.readyLine);
    }
    server.address = admin.group();
    return server;
  }

  /** Starts one that may not get ready. */
  static ServerProcess launch(Path temporary, String... options) throws IOException {
    return launch(List.of(), temporary, options);
  }

  private static ServerProcess launch(List<String> jvm, Path temporary, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-ea", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.mayfly.server.Main", "serve"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAYFLY_"));
    // Its output is read for what a test asks about; on a busy machine others would fill the pipe.
    builder.environment().put("MAYFLY_SLOW_OPERATION_MILLIS", "0");
    builder.environment().put("MAYFLY_ADMIN_PORT", "0");
    builder.environment().put("MAYFLY_COSMOS_PORT", "0");
    builder.environment().put("MAYFLY_COSMOS_DIRECT_PORT", "0");
    builder.environment().put("MAYFLY_MONGO_PORT", "0");
    return new ServerProcess(builder.start());
  }

  String readyLine() {
    return readyLine;
  }

  /** Where Cosmos DB's clients are served. */
  String cosmosAddress() {
    Matcher cosmos = COSMOS.matcher(readyLine);
    assertThat(cosmos.find()).as(readyLine).isTrue();
    return cosmos.group(1);
  }

  /** The same, for clients of http or https. */
  String cosmosAddress(String scheme) {
    return scheme + cosmosAddress().substring(cosmosAddress().indexOf(':'));
  }

  /** Where drivers of MongoDB connect to. */
  String mongoAddress() {
    Matcher mongo = MONGO.matcher(readyLine);
    assertThat(mongo.find()).as(readyLine).isTrue();
    return mongo.group();
  }

  /** The certificate that clients of Cosmos DB can trust, as the server gives it to them. */
  String certificate() throws IOException, InterruptedException {
    URI uri = URI.create(cosmosAddress() + "/_explorer/emulator.pem");
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
  }

  /** Where the admin port answers. */
  String adminAddress() {
    return address;
  }

  String get(String path) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString())
        .body();
  }

  String post(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path)).POST(BodyPublishers.noBody()).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  /** The value of a metric that one container or nothing has. */
  double metric(String name) throws Exception {
    return get("/metrics")
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no metric " + name));
  }

  void awaitMetric(String name, Predicate<Double> wanted) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    double value = metric(name);
    while (!wanted.test(value)) {
      assertThat(System.nanoTime()).as("%s is still %s", name, value).isLessThan(deadline);
      value = metric(name);
    }
  }

  /** As Ctrl-C and service managers do; the process says so and ends. */
  void stopInOrder() throws Exception {
    // Process.destroy would also close the output that is read here.
    process.toHandle().destroy();
    assertThat(output.readLine()).isEqualTo("Mayfly stopped.");
    assertThat(output.readLine()).isNull();
    assertThat(process.waitFor()).isEqualTo(128 + 15);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Heap bytes in use after a full collection. */
  long heapBytesAfterCollection() throws Exception {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process collection =
        new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()), "GC.run").start();
    assertThat(collection.waitFor()).isZero();
    return (long)
        get("/metrics")
            .lines()
            .filter(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
  }

  void kill() throws Exception {
    process.toHandle().destroyForcibly();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  /** All that it said until its end. */
  List<String> linesToTheEnd() {
    return output.lines().toList();
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    output.close();
  }
}
