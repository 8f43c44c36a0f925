package dev.mayfly.bench.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

/** The metrics of a running Mayfly, and its Java machine. */
public final class ServerMetrics {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final MayflyServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  public ServerMetrics(MayflyServer server) {
    this.server = server;
  }

  /** All of them in Prometheus' text form. */
  public String text() throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.adminPort() + "/metrics");
    return client
        .send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString())
        .body();
  }

  /** Used heap; collect the garbage first to see what is reachable. */
  public static long heapBytes(String metrics) {
    return sum(metrics, "jvm_memory_used_bytes{area=\"heap\"");
  }

  /** The sum over all lines that begin so. */
  public static long sum(String metrics, String beginning) {
    double sum = 0;
    boolean found = false;
    for (String line : metrics.lines().toList()) {
      if (line.startsWith(beginning)) {
        sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
        found = true;
      }
    }
    if (!found) {
      throw new IllegalStateException("There is no metric " + beginning);
    }
    return (long) sum;
  }

  public void collectGarbage() throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, Long.toString(server.process().pid()), "GC.run")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("jcmd can't reach the server");
    }
  }
}
