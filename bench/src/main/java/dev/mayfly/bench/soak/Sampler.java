package dev.mayfly.bench.soak;

import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ProcessView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;

/** Looks at a server: its Java machine, its process, its metrics. */
final class Sampler {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final MayflyServer server;
  private final ProcessView view;
  private final HttpClient client = HttpClient.newHttpClient();

  Sampler(MayflyServer server) {
    this.server = server;
    this.view = new ProcessView(server.process().pid());
  }

  /** Expired items whose rows are still there. */
  long backlogItems() throws IOException, InterruptedException {
    return sum(metrics(), "mayfly_purge_backlog_items{");
  }

  /**
   * First has the server collect its garbage.
   *
   * @param backlogItems as it was while there was a load
   */
  Sample take(long backlogItems) throws IOException, InterruptedException {
    collect();
    String metrics = metrics();
    return new Sample(
        sum(metrics, "jvm_memory_used_bytes{area=\"heap\""),
        view.residentBytes(),
        view.threads(),
        view.openFiles(),
        backlogItems,
        sum(metrics, "mayfly_items{"),
        sum(metrics, "mayfly_storage_size_bytes "));
  }

  private void collect() throws IOException, InterruptedException {
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

  private String metrics() throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + server.adminPort() + "/metrics");
    return client
        .send(HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString())
        .body();
  }

  /** The sum over all lines that begin so. */
  static long sum(String metrics, String beginning) {
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
}
