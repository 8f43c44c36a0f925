package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The largest store as it runs in production: its own thread, the machine's clock, synced. */
final class LargestStoreFigures {
  private static final double START_GOAL_MILLIS = 500;
  private static final double CHANGE_GOAL_MILLIS = 10;
  private static final double LAG_GOAL_MILLIS = 100;
  private static final int STARTS = 3;
  private static final int CHANGES = 25;
  private static final int YEAR_SECONDS = 365 * 86_400;
  private static final int BODY_BYTES = 200;
  private static final long LOOK_NANOS = 200_000;

  /** Numbers no other item has. */
  private static final int FIRST_PROBE = 90_000_000;

  private final Report report;
  private final Scale scale;

  private LargestStoreFigures(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
  }

  static void run(BigStore big, Report report, Scale scale) throws Exception {
    LargestStoreFigures figures = new LargestStoreFigures(report, scale);
    figures.starts(big.directory(), big.live());
    try (Store store = Store.open(big.directory(), Durability.SYNC, new SystemTtlClock(), true)) {
      figures.defaultChanges(store);
      figures.lag(store);
    }
  }

  private void starts(Path directory, int live) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      long start = System.nanoTime();
      try (Store store = Store.open(directory, Durability.SYNC, new SystemTtlClock(), true)) {
        millis.add((System.nanoTime() - start) / 1e6);
        if (store.container().live().items() != live) {
          throw new IllegalStateException("Items are missing after a start");
        }
      }
    }
    String first = String.format(Locale.ROOT, "first %.1f", millis.get(0));
    report.beside("").in("ms").below("start-ms", new Spread(millis), START_GOAL_MILLIS, first);
  }

  private void defaultChanges(Store store) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < CHANGES; i++) {
      long start = System.nanoTime();
      store.changeDefault(YEAR_SECONDS + i);
      millis.add((System.nanoTime() - start) / 1e6);
    }
    String worst = String.format(Locale.ROOT, "worst %.1f", Statistics.max(millis));
    report.in("ms").below("default-change-ms", new Spread(millis), CHANGE_GOAL_MILLIS, worst);
  }

  /** From the beginning of the second in which an item dies to the moment its row is gone. */
  private void lag(Store store) {
    report.progress("waiting for %d deadlines", scale.lagDeadlines());
    Container container = store.container();
    Storage storage = store.storage();
    SampleItems items = new SampleItems(BODY_BYTES);
    List<byte[]> rowKeys = new ArrayList<>();
    List<Long> deadlines = new ArrayList<>();
    for (int i = 1; i <= scale.lagDeadlines(); i++) {
      ItemKey key = SampleItems.key(FIRST_PROBE + i);
      Item item = container.upsert(key, items.body(FIRST_PROBE + i, i)).item();
      rowKeys.add(Keys.item(store.number(), item.address()));
      deadlines.add(item.tsSecond() + i);
    }
    List<Double> lags = new ArrayList<>();
    for (int i = 0; i < rowKeys.size(); i++) {
      long deadlineMillis = deadlines.get(i) * 1000;
      while (storage.get(Table.ITEMS, rowKeys.get(i)) != null) {
        long left = deadlineMillis - System.currentTimeMillis();
        LockSupport.parkNanos(left > 2 ? TimeUnit.MILLISECONDS.toNanos(left - 1) : LOOK_NANOS);
      }
      lags.add((double) (System.currentTimeMillis() - deadlineMillis));
    }
    String worst = String.format(Locale.ROOT, "worst %.0f", Statistics.max(lags));
    report.in("ms").below("purge-lag-ms", new Spread(lags), LAG_GOAL_MILLIS, worst);
  }
}
