package dev.mayfly.bench.soak;

import dev.mayfly.bench.chart.LineChart;
import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Series;
import dev.mayfly.bench.process.MayflyServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Puts a mixed load on a server, samples it every ten seconds, and reports whether it grew. */
public final class SoakBench {
  private static final long BREAK_MILLIS = 250;

  /** A heap that is resident as a whole from the start: what grows beside it is native memory. */
  private static final String FIXED_HEAP = "-Xms256m -Xmx256m -XX:+AlwaysPreTouch";

  /** Connections are also made anew now and then, as clients do. */
  private static final int REQUESTS_PER_CONNECTION = 2000;

  /** Only what is sent so often is a short request, whose latency counts. */
  private static final long SHORT_PAUSE_MICROS_MAX = 2000;

  private final Report report;
  private final Scale scale;
  private final Latencies latencies = new Latencies();
  private final MayflyServer server;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  /**
   * Each request is shared; a sample of the server's memory is not: what is in flight is no leak.
   */
  private final ReadWriteLock load = new ReentrantReadWriteLock(true);

  private volatile boolean over;

  private SoakBench(Report report, Scale scale, MayflyServer server) {
    this.report = report;
    this.scale = scale;
    this.server = server;
  }

  /**
   * Reports latencies, and the growth of each trait if the run is long enough.
   *
   * @param minutes how long it lasts if it is not quick
   * @param chart where a picture of what was measured goes, if anywhere
   */
  public static void run(
      Report report, boolean quick, Optional<Integer> minutes, Optional<Path> chart)
      throws Exception {
    Scale scale = quick ? Scale.QUICK : Scale.minutes(minutes.orElse(Scale.MINUTES));
    try (MayflyServer server = MayflyServer.start(Map.of("MAYFLY_JAVA_OPTS", FIXED_HEAP))) {
      new SoakBench(report, scale, server).run(chart);
    }
  }

  private void run(Optional<Path> chart) throws Exception {
    try (CosmosClient client = CosmosClient.connect(server.cosmosPort(), false)) {
      client.createDatabase();
      client.createContainer(",\"defaultTtl\":-1");
      Tasks.load(client);
    }
    MongoTasks mongo = new MongoTasks(server.mongoPort());
    mongo.load();
    List<Worker> workers = new ArrayList<>(new Tasks(server.cosmosPort()).workers());
    workers.addAll(mongo.workers());
    List<Thread> threads = new ArrayList<>();
    for (Worker worker : workers) {
      threads.add(start(worker.name(), () -> work(worker)));
    }
    threads.add(start("break", this::breakConnections));
    List<Sample> samples;
    try {
      Sampler sampler = new Sampler(server);
      samples = sample(sampler);
      new Backlogs(report, scale, server.mongoPort(), sampler, latencies).run();
    } finally {
      over = true;
      for (Thread thread : threads) {
        thread.join();
      }
    }
    rethrow();
    report.beside("");
    if (scale.judged()) {
      for (Trait trait : Trait.values()) {
        report.atMost(
            "soak-" + trait.label(),
            trait.growth(samples),
            trait.growthMax(),
            trait.describe(samples));
      }
    } else {
      report.leftOut("growth over time", "a quick soak is too short to show it");
    }
    report.progress("%,d requests", requests.get());
    String title =
        "Both APIs with TTL churn over time" + (scale.judged() ? " (dashed: fitted)" : "");
    List<Series> panels = Panels.of(title, samples, scale.judged());
    panels.forEach(report::series);
    if (chart.isPresent()) {
      Files.writeString(chart.get(), LineChart.draw(title, panels));
      report.progress("the chart is in %s", chart.get());
    }
  }

  private List<Sample> sample(Sampler sampler) throws Exception {
    List<Sample> samples = new ArrayList<>();
    long start = System.nanoTime();
    long before = 0;
    long beforeNanos = start;
    latencies.take();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(scale.seconds())) {
      // From the end of the last sample: on a busy machine a sample takes longer than a pause.
      while (System.nanoTime() - beforeNanos < TimeUnit.SECONDS.toNanos(scale.sampleSeconds())) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        rethrow();
      }
      long nowNanos = System.nanoTime();
      double perSecond = (requests.get() - before) * 1e9 / (nowNanos - beforeNanos);
      Latencies.Counted counted = latencies.take();
      long backlog = sampler.backlogItems();
      double seconds = (nowNanos - start) / 1e9;
      Sample sample = alone(() -> sampler.take(seconds, backlog, perSecond, counted));
      report.progress("%s", sample);
      samples.add(sample);
      latencies.take();
      before = requests.get();
      beforeNanos = System.nanoTime();
    }
    return samples;
  }

  private Sample alone(Callable<Sample> look) throws Exception {
    load.writeLock().lock();
    try {
      return look.call();
    } finally {
      load.writeLock().unlock();
    }
  }

  private void rethrow() {
    if (failure.get() != null) {
      throw new IllegalStateException("A worker failed", failure.get());
    }
  }

  /** Something that a thread does. */
  private interface Body {
    void run() throws Exception;
  }

  private Thread start(String name, Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (Exception e) {
                failure.compareAndSet(null, new IllegalStateException(name + " failed", e));
              }
            },
            "soak-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void work(Worker worker) throws Exception {
    SplittableRandom random = new SplittableRandom();
    while (!over) {
      try (Session session = worker.opener().open()) {
        for (int i = 0; i < REQUESTS_PER_CONNECTION && !over; i++) {
          shared(() -> timed(worker, session, random));
          requests.incrementAndGet();
          LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(worker.pauseMicros()));
        }
      }
    }
  }

  /** Within the lock: the time of a sample is no latency. */
  private void timed(Worker worker, Session session, SplittableRandom random) throws Exception {
    long start = System.nanoTime();
    session.once(random);
    if (worker.pauseMicros() <= SHORT_PAUSE_MICROS_MAX) {
      latencies.add(System.nanoTime() - start);
    }
  }

  private void shared(Body request) throws Exception {
    load.readLock().lock();
    try {
      request.run();
    } finally {
      load.readLock().unlock();
    }
  }

  private void breakConnections() throws Exception {
    Breaker breaker = new Breaker(server.cosmosPort());
    SplittableRandom random = new SplittableRandom();
    while (!over) {
      shared(() -> breaker.once(random));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BREAK_MILLIS));
    }
  }
}
