package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Quiet;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.engine.Container;
import java.util.ArrayList;
import java.util.List;

/** What must not depend on how much is stored: purge, counts, a change of the default, lag. */
final class SizeFigures {
  private static final int PORTIONS_MAX = 5;
  private static final int BATCH_ITEMS = 4096;
  private static final double FLAT_GOAL = 1.3;
  private static final int COUNT_SECONDS = 300;
  private static final int THIRDS = 3;
  private static final double COUNT_GOAL = 2;
  private static final double COUNT_MICROS_GOAL = 1000;

  private static final long SETTLING_SECONDS_MAX = 90;

  private final Scratch scratch;
  private final Report report;
  private final Scale scale;
  private final int portions;

  private SizeFigures(Scratch scratch, Report report, Scale scale) {
    this.scratch = scratch;
    this.report = report;
    this.scale = scale;
    this.portions = Math.min(scale.rounds(), PORTIONS_MAX) + 1;
  }

  static void run(Scratch scratch, Report report, Scale scale) throws Exception {
    new SizeFigures(scratch, report, scale).run();
  }

  private void run() throws Exception {
    List<BigStore> stores = new ArrayList<>();
    try {
      for (int live : scale.liveItems()) {
        stores.add(create(live, false));
      }
      stores.add(create(scale.neverItems(), true));
      Quiet.await(SETTLING_SECONDS_MAX);
      flat(stores);
      stores.forEach(BigStore::letLive);
      BigStore small = stores.get(0);
      BigStore big = stores.get(scale.liveItems().length - 1);
      counts(small, big);
    } finally {
      stores.forEach(BigStore::close);
    }
    LargestStoreFigures.run(stores.get(scale.liveItems().length - 1), report, scale);
    stores.forEach(store -> scratch.discard(store.directory()));
  }

  private BigStore create(int live, boolean mostNeverExpire) throws InterruptedException {
    String name = (mostNeverExpire ? "never-" : "live-") + live;
    report.progress("loading %,d items%s", live, mostNeverExpire ? ", most never expire" : "");
    return BigStore.create(scratch, name, live, mostNeverExpire, portions, scale.dueItems());
  }

  private void flat(List<BigStore> stores) {
    List<List<Double>> rates = new ArrayList<>();
    stores.forEach(store -> rates.add(new ArrayList<>()));
    for (int round = 0; round < portions; round++) {
      for (int i = 0; i < stores.size(); i++) {
        rates.get(i).add(purgePortion(stores.get(i)));
      }
    }
    // The first round warmed up.
    rates.forEach(each -> each.remove(0));
    for (int i = 0; i < stores.size(); i++) {
      report.progress(
          "purge of %,d among %,d: %,.0f/s",
          scale.dueItems(), stores.get(i).live(), Statistics.median(rates.get(i)));
      requireLive(stores.get(i));
    }
    List<Double> medians = rates.stream().map(Statistics::median).toList();
    int best = medians.indexOf(Statistics.max(medians));
    int worst = medians.indexOf(new Spread(medians).min());
    report.beside("the same purge among another number of items");
    Spread ratios = new Spread(rates.get(best)).times(1 / medians.get(worst));
    report.atMost("purge-flat", ratios, FLAT_GOAL);
  }

  private double purgePortion(BigStore big) {
    big.clock().advance(1);
    Container container = big.store().container();
    long start = System.nanoTime();
    int purged = 0;
    int items;
    do {
      items = container.maintenance().purge(BATCH_ITEMS);
      purged += items;
    } while (items > 0);
    long nanos = System.nanoTime() - start;
    if (purged != scale.dueItems()) {
      throw new IllegalStateException("Purged " + purged + " instead of " + scale.dueItems());
    }
    return purged * 1e9 / nanos;
  }

  private static void requireLive(BigStore big) {
    long live = big.store().container().live().items();
    if (live != big.live()) {
      throw new IllegalStateException("Of " + big.live() + " living items " + live + " are left");
    }
  }

  private void counts(BigStore small, BigStore big) {
    List<Double> smallMicros = new ArrayList<>();
    List<Double> bigMicros = new ArrayList<>();
    for (int i = 0; i < 2 * COUNT_SECONDS; i++) {
      double smallOne = countMicros(small);
      double bigOne = countMicros(big);
      if (i >= COUNT_SECONDS) {
        smallMicros.add(smallOne);
        bigMicros.add(bigOne);
      }
    }
    report.beside("");
    report.in("us").below("count-us", thirds(bigMicros), COUNT_MICROS_GOAL, "");
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < THIRDS; i++) {
      ratios.add(thirds(bigMicros).rounds().get(i) / thirds(smallMicros).rounds().get(i));
    }
    report.beside("the smallest store").atMost("count", new Spread(ratios), COUNT_GOAL);
  }

  /** The medians of three parts of many counts. */
  private static Spread thirds(List<Double> micros) {
    List<Double> rounds = new ArrayList<>();
    int size = micros.size() / THIRDS;
    for (int i = 0; i < THIRDS; i++) {
      rounds.add(Statistics.median(micros.subList(i * size, (i + 1) * size)));
    }
    return new Spread(rounds);
  }

  /** The exact count in a second that was not counted before. */
  private static double countMicros(BigStore big) {
    big.clock().advance(1);
    Container container = big.store().container();
    long start = System.nanoTime();
    long live = container.live().items();
    double micros = (System.nanoTime() - start) / 1e3;
    if (live > big.live()) {
      throw new IllegalStateException(live + " items live, of " + big.live());
    }
    return micros;
  }
}
