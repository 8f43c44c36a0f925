package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.query.spill.SpillSpace;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The server's metrics as Prometheus text. The registry is made when first asked for, which keeps
 * some hundred classes out of the start.
 */
public final class ServerMetrics {
  private final MetricsSource source;
  private final MemoryPool memory;
  private final FrontEndMetrics frontEnds;
  private final String version;
  private final Optional<ClusterMetrics> cluster;
  private PrometheusMeterRegistry registry;

  /**
   * @param memory what requests hold
   * @param frontEnds the figures of what listens
   * @param version of the program
   * @param cluster the figures of a node of a cluster, if it is one
   */
  public ServerMetrics(
      MetricsSource source,
      MemoryPool memory,
      FrontEndMetrics frontEnds,
      String version,
      Optional<ClusterMetrics> cluster) {
    this.cluster = requireNonNull(cluster, "cluster");
    this.source = requireNonNull(source, "source");
    this.memory = requireNonNull(memory, "memory");
    this.frontEnds = requireNonNull(frontEnds, "frontEnds");
    this.version = requireNonNull(version, "version");
  }

  public String text() {
    return registry().scrape();
  }

  private synchronized PrometheusMeterRegistry registry() {
    if (registry == null) {
      registry = newRegistry();
    }
    return registry;
  }

  private PrometheusMeterRegistry newRegistry() {
    PrometheusMeterRegistry made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new JvmMemoryMetrics().bindTo(made);
    new JvmThreadMetrics().bindTo(made);
    new JvmGcMetrics().bindTo(made);
    new ProcessorMetrics().bindTo(made);
    new FileDescriptorMetrics().bindTo(made);
    new UptimeMetrics().bindTo(made);
    Gauge.builder("mayfly.build.info", () -> 1)
        .description("Always 1: the version of the program and of Java are labels")
        .tag("version", version)
        .tag("java", Integer.toString(Runtime.version().feature()))
        .register(made);
    gauge(
        made,
        "mayfly.clock.epoch.seconds",
        "The clock that time to live goes by, in seconds since 1970",
        from -> from.clock().epochSecond());
    gauge(
        made,
        "mayfly.clock.unbelieved.step.seconds",
        "How far the wall clock is ahead of the clock of TTL because of a step that is not"
            + " believed",
        from -> from.clock().status().unbelievedStepSeconds());
    gauge(
        made,
        "mayfly.clock.frozen",
        "1 while a test has frozen the clock of TTL",
        from -> from.clock().status().frozen() ? 1 : 0);
    gauge(
        made,
        "mayfly.purge.paused",
        "1 while an administrator has paused the purge",
        from -> from.purgePaused() ? 1 : 0);
    gauge(
        made,
        "mayfly.purge.awaiting.confirmation",
        "1 while the purge waits for a person after a restore or an import",
        from -> from.purgeAwaitsConfirmation() ? 1 : 0);
    gauge(
        made,
        "mayfly.storage.size.bytes",
        "Bytes that the data use on disk, approximately",
        MetricsSource::sizeOnDiskBytes);
    gauge(
        made,
        "mayfly.storage.waiting.writes",
        "Writes that wait to be committed to the storage",
        MetricsSource::waitingWrites);
    FunctionCounter.builder("mayfly.requests", source, MetricsSource::requestsTotal)
        .description("Operations of users that the engine has admitted")
        .register(made);
    Gauge.builder("mayfly.query.memory.bytes", memory, MemoryPool::reservedBytes)
        .description("Heap bytes that running requests and open cursors hold")
        .register(made);
    Gauge.builder("mayfly.query.memory.limit.bytes", memory, MemoryPool::capacityBytes)
        .description("Heap bytes that running requests and open cursors may hold together")
        .register(made);
    FunctionCounter.builder("mayfly.query.memory.refused", memory, MemoryPool::refusals)
        .description("Requests that were refused because they would have held too much heap memory")
        .register(made);
    add(made, memory.spillSpace());
    add(made, frontEnds.meter());
    frontEnds.mongo().ifPresent(figures -> add(made, figures));
    made.getPrometheusRegistry().register((MultiCollector) () -> RequestFamilies.of(frontEnds));
    made.getPrometheusRegistry().register((MultiCollector) this::containers);
    cluster.ifPresent(
        figures -> made.getPrometheusRegistry().register((MultiCollector) figures::snapshots));
    return made;
  }

  private static void add(PrometheusMeterRegistry to, SpillSpace space) {
    Gauge.builder("mayfly.query.spill.bytes", space, SpillSpace::usedBytes)
        .description("Bytes of temporary files that sorts and groups of requests and cursors use")
        .register(to);
    Gauge.builder("mayfly.query.spill.limit.bytes", space, SpillSpace::bytesMax)
        .description("Bytes of temporary files that sorts and groups may use together")
        .register(to);
    Gauge.builder("mayfly.query.spill.files", space, SpillSpace::openFiles)
        .description("Temporary files of sorts and groups that are open")
        .register(to);
    FunctionCounter.builder("mayfly.query.spill.written.bytes", space, SpillSpace::writtenBytes)
        .description("Bytes that sorts and groups have written to temporary files")
        .register(to);
    FunctionCounter.builder("mayfly.query.spills", space, SpillSpace::spills)
        .description("How often a sort or a group has moved rows to disk")
        .register(to);
    FunctionCounter.builder("mayfly.query.spill.refused", space, SpillSpace::refusals)
        .description(
            "Requests that were refused because of the temporary files they would have needed")
        .register(to);
  }

  private static void add(PrometheusMeterRegistry to, OperationMeter meter) {
    counter(
        to,
        "mayfly.slow.operations",
        "Requests that reached a threshold of the log of slow operations",
        meter.slow()::total);
  }

  private static void add(PrometheusMeterRegistry to, MongoMetrics figures) {
    Gauge.builder("mayfly.mongo.cursors", figures, from -> from.openCursors().getAsLong())
        .description("Cursors that clients of MongoDB have open")
        .register(to);
    counter(
        to,
        "mayfly.mongo.received.bytes",
        "Bytes of the messages of MongoDB clients",
        figures.bytesInTotal());
    counter(
        to,
        "mayfly.mongo.sent.bytes",
        "Bytes of the replies to MongoDB clients",
        figures.bytesOutTotal());
  }

  private static void counter(
      PrometheusMeterRegistry to, String name, String help, LongSupplier value) {
    FunctionCounter.builder(name, value, LongSupplier::getAsLong).description(help).register(to);
  }

  private void gauge(
      PrometheusMeterRegistry to, String name, String help, ToDoubleFunction<MetricsSource> value) {
    Gauge.builder(name, source, value).description(help).register(to);
  }

  /** Read as a whole when asked, so that containers come and go without leaving rows behind. */
  private MetricSnapshots containers() {
    List<ContainerSample> containers = LargestContainers.of(source.containerMetrics());
    return new MetricSnapshots(
        MetricFamily.ALL.stream().map(family -> family.snapshot(containers)).toList());
  }
}
