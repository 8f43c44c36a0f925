package dev.mayfly.bench.soak;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;

/**
 * Collections whose documents all expire at once, while the load continues: the latencies of the
 * load while they are purged, beside those right before.
 */
final class Backlogs {
  private static final double GOAL = 1.2;
  private static final double P99 = 0.99;
  private static final int BATCH = 1000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** So little is left when the purge of a backlog counts as done. */
  private static final double LEFT_SHARE = 0.05;

  private final Report report;
  private final Scale scale;
  private final String uri;
  private final Sampler sampler;
  private final Latencies latencies;

  Backlogs(Report report, Scale scale, int mongoPort, Sampler sampler, Latencies latencies) {
    this.report = report;
    this.scale = scale;
    this.uri = "mongodb://localhost:" + mongoPort;
    this.sampler = sampler;
    this.latencies = latencies;
  }

  void run() throws Exception {
    List<Double> ratios = new ArrayList<>();
    List<Double> equal = new ArrayList<>();
    try (MongoClient client = MongoClients.create(uri)) {
      List<MongoCollection<Document>> collections = new ArrayList<>();
      for (int i = 0; i < scale.backlogs(); i++) {
        MongoCollection<Document> each = client.getDatabase("soak").getCollection("backlog" + i);
        load(each);
        collections.add(each);
      }
      report.progress("%d backlogs of %,d documents", scale.backlogs(), scale.backlogItems());
      for (MongoCollection<Document> each : collections) {
        double first = quiet();
        double second = quiet();
        double before = (first + second) / 2;
        double with = purging(each);
        ratios.add(with / before);
        equal.add(Math.max(first / second, second / first));
        report.progress("p99 %.2f ms and %.2f ms, while purging %.2f ms", first, second, with);
      }
    }
    report.beside("the same load before the backlog is due");
    report.latencyRatio(
        "soak-p99-during-purge", new Spread(ratios), GOAL, Statistics.median(equal));
  }

  private void load(MongoCollection<Document> collection) {
    for (int from = 0; from < scale.backlogItems(); from += BATCH) {
      List<Document> batch = new ArrayList<>();
      for (int i = from; i < Math.min(scale.backlogItems(), from + BATCH); i++) {
        batch.add(MongoTasks.document(i));
      }
      collection.insertMany(batch);
    }
  }

  private double quiet() {
    latencies.take();
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(scale.windowSeconds()) / 2);
    return latencies.take().millis(P99);
  }

  /** Lets all of a collection expire, and returns the percentile until they are purged. */
  private double purging(MongoCollection<Document> collection) throws Exception {
    long usual = sampler.backlogItems();
    latencies.take();
    collection.createIndex(
        Indexes.ascending("_ts"), new IndexOptions().expireAfter(1L, TimeUnit.SECONDS));
    long start = System.nanoTime();
    long left = scale.backlogItems();
    while (left > usual + scale.backlogItems() * LEFT_SHARE
        && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(scale.windowSeconds())) {
      LockSupport.parkNanos(LOOK_NANOS);
      left = sampler.backlogItems();
    }
    double millis = latencies.take().millis(P99);
    report.progress(
        "%,d of %,d are left after %.1f s",
        left, scale.backlogItems(), (System.nanoTime() - start) / 1e9);
    collection.drop();
    return millis;
  }
}
