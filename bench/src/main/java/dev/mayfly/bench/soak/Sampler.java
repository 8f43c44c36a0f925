package dev.mayfly.bench.soak;

import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ProcessView;
import dev.mayfly.bench.process.ServerMetrics;
import java.io.IOException;

/** Samples a server: its JVM, its process, its metrics. */
final class Sampler {
  private final ServerMetrics metrics;
  private final ProcessView view;

  Sampler(MayflyServer server) {
    this.metrics = new ServerMetrics(server);
    this.view = new ProcessView(server.process().pid());
  }

  /** Expired items whose rows are still there. */
  long backlogItems() throws IOException, InterruptedException {
    return ServerMetrics.sum(metrics.text(), "mayfly_purge_backlog_items{");
  }

  /**
   * First has the server collect its garbage.
   *
   * @param seconds since the load began
   * @param backlogItems as it was while there was a load
   * @param perSecond requests since the last sample
   * @param counted how long short requests took since then
   */
  Sample take(double seconds, long backlogItems, double perSecond, Latencies.Counted counted)
      throws IOException, InterruptedException {
    metrics.collectGarbage();
    String text = metrics.text();
    return new Sample(
        seconds,
        ServerMetrics.heapBytes(text),
        view.residentBytes(),
        view.threads(),
        view.openFiles(),
        backlogItems,
        ServerMetrics.sum(text, "mayfly_items{"),
        ServerMetrics.sum(text, "mayfly_storage_size_bytes "),
        perSecond,
        counted.millis(0.5),
        counted.millis(0.99),
        counted.millis(0.999));
  }
}
