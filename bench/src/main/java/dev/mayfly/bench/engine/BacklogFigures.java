package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.measure.Workers;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;

/** Readers beside the purge of a large backlog, and a scan after it. */
final class BacklogFigures {
  private static final int BODY_BYTES = 512;
  private static final int TTL_SECONDS = 1000;
  private static final int LIVE_SECONDS = 1_000_000;
  private static final long START_SECOND = 1_700_000_000;
  private static final int[] READERS = {1, 4};
  private static final double LATENCY_GOAL = 1.2;
  private static final double SCAN_GOAL = 1.3;
  private static final int SCAN_ROUNDS = 3;
  private static final int PAIRS_OF_WINDOWS = 4;
  private static final int SAMPLES_MAX = 4_000_000;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Scratch scratch;
  private final Report report;
  private final Scale scale;
  private final SampleItems items = new SampleItems(BODY_BYTES);
  private final MovableClock clock = MovableClock.frozenAt(START_SECOND);
  private final int all;
  private final int[] living;

  private BacklogFigures(Scratch scratch, Report report, Scale scale) {
    this.scratch = scratch;
    this.report = report;
    this.scale = scale;
    this.all = scale.backlogItems() + scale.readItems();
    this.living = new int[scale.readItems()];
    int found = 0;
    for (int i = 0; i < all; i++) {
      if (lives(i)) {
        living[found++] = i;
      }
    }
  }

  /** Living and dying items are mixed evenly. */
  private boolean lives(int number) {
    long before = (long) number * scale.readItems() / all;
    return (long) (number + 1) * scale.readItems() / all > before;
  }

  static void run(Scratch scratch, Report report, Scale scale) throws Exception {
    new BacklogFigures(scratch, report, scale).run();
  }

  private void run() throws Exception {
    report.progress("loading a backlog of %,d among %,d", scale.backlogItems(), scale.readItems());
    // A backlog for each number of readers: none meets what the ones before have left.
    List<Path> backlogs = new ArrayList<>();
    for (int readers : READERS) {
      Path directory = scratch.directory("backlog-" + readers);
      load(directory, i -> true);
      backlogs.add(directory);
    }
    Path fresh = scratch.directory("fresh");
    load(fresh, this::lives);
    clock.advance(2L * TTL_SECONDS);
    for (int i = 0; i < READERS.length; i++) {
      boolean last = i == READERS.length - 1;
      measure(backlogs.get(i), READERS[i], last ? fresh : null);
      scratch.discard(backlogs.get(i));
    }
    scratch.discard(fresh);
  }

  /**
   * @param fresh a store to scan beside, after the purge; null for no scans
   */
  private void measure(Path directory, int readers, Path fresh) throws Exception {
    try (Store store = Store.open(directory, Durability.RELAXED, clock, true)) {
      store.engine().background().pause();
      ItemKey[] keys = new ItemKey[living.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = SampleItems.key(living[i]);
      }
      latencies(store, keys, readers);
      if (fresh != null) {
        drain(store);
        try (Store freshStore = Store.open(fresh, Durability.RELAXED, clock, true)) {
          scans(store.container(), freshStore.container());
        }
      }
    }
  }

  /** Half of those that die do so by the default. */
  private int ttl(int number) {
    if (lives(number)) {
      return LIVE_SECONDS;
    }
    return number % 2 == 0 ? TTL_SECONDS : SampleItems.NO_TTL;
  }

  private void load(Path directory, IntPredicate wanted) throws Exception {
    try (Store store = Store.create(directory, Durability.RELAXED, clock, true, TTL_SECONDS)) {
      Loader.load(store, items, 0, all, wanted, this::ttl);
    }
  }

  /** Windows without and with the purge take turns. */
  private void latencies(Store store, ItemKey[] keys, int readers) throws Exception {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    // Made once, so that no window begins with getting memory.
    long[][] samples = new long[readers][SAMPLES_MAX / readers];
    window(store.container(), keys, samples);
    long purgedBefore = store.container().metrics().purgedItemsTotal();
    for (int i = 0; i < PAIRS_OF_WINDOWS; i++) {
      without.add(window(store.container(), keys, samples));
      if (isEnoughLeft(store, i)) {
        store.engine().background().resume();
        with.add(window(store.container(), keys, samples, store.engine().background()::pause));
      }
    }
    long purged = store.container().metrics().purgedItemsTotal() - purgedBefore;
    if (purged == 0) {
      throw new IllegalStateException("The readers met no purge: " + purged + " items purged");
    }
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < with.size(); i++) {
      ratios.add(with.get(i) / without.get(i));
    }
    report.progress(
        "p99 with %d reader(s): %.1f us, while purging %.1f us; %,d items purged meanwhile",
        readers, Statistics.median(without), Statistics.median(with), purged);
    String name = "read-p99-during-purge" + (readers == 1 ? "" : "-" + readers);
    report.beside("the same while nothing is purged");
    report.latencyRatio(name, new Spread(ratios), LATENCY_GOAL, equalRuns(without));
  }

  /** A window that outlasts its backlog would be one without a purge. */
  private boolean isEnoughLeft(Store store, int windowsBefore) {
    return windowsBefore == 0
        || store.container().metrics().backlog().items()
            > scale.backlogItems() / PAIRS_OF_WINDOWS / 2;
  }

  /** The windows without a purge as two runs: every other one belongs to the second. */
  private static double equalRuns(List<Double> windows) {
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      (i % 2 == 0 ? first : second).add(windows.get(i));
    }
    double ratio = Statistics.median(first) / Statistics.median(second);
    return Math.max(ratio, 1 / ratio);
  }

  /** The 99th percentile of the latencies, in microseconds, of as many readers as rows. */
  private double window(Container container, ItemKey[] keys, long[][] samples) throws Exception {
    return window(container, keys, samples, () -> {});
  }

  /** The same, with something to do as soon as the last reader has ended. */
  private double window(Container container, ItemKey[] keys, long[][] samples, Runnable atTheEnd)
      throws Exception {
    int[] counts = new int[samples.length];
    Workers.rateOf(
        samples.length,
        scale.latencyMillis(),
        (worker, deadline) -> {
          counts[worker] = read(container, keys, samples[worker], deadline);
          return counts[worker];
        });
    atTheEnd.run();
    LongStream together = LongStream.empty();
    for (int i = 0; i < samples.length; i++) {
      together = LongStream.concat(together, Arrays.stream(samples[i], 0, counts[i]));
    }
    return Statistics.percentile(together.toArray(), 0.99) / 1e3;
  }

  private static int read(
      Container container, ItemKey[] keys, long[] samples, Workers.Deadline deadline) {
    SplittableRandom random = new SplittableRandom(System.nanoTime());
    int count = 0;
    while (count < samples.length && (count == 0 || !deadline.isOver())) {
      ItemKey key = keys[random.nextInt(keys.length)];
      long start = System.nanoTime();
      Item item = container.read(key);
      samples[count++] = System.nanoTime() - start;
      if (item == null) {
        throw new IllegalStateException("A living item is missing");
      }
    }
    return count;
  }

  /** Lets the idle store purge the rest. */
  private void drain(Store store) {
    long left = store.container().metrics().backlog().items();
    long start = System.nanoTime();
    store.engine().background().resume();
    while (store.container().metrics().purgedItemsTotal() < scale.backlogItems()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    report.progress("while idle the remaining %,d were purged at %,.0f/s", left, left / seconds);
    if (store.container().metrics().backlog().items() != 0) {
      throw new IllegalStateException("Dead items are left after the purge");
    }
  }

  private void scans(Container purged, Container fresh) throws Exception {
    double freshFirst = scanMillis(fresh);
    double first = scanMillis(purged);
    Rounds.Pair millis =
        Rounds.alternate(SCAN_ROUNDS, () -> scanMillis(purged), () -> scanMillis(fresh));
    report.progress(
        "scan of %,d: %.0f ms after the purge, first %.0f; %.0f ms fresh, first %.0f",
        living.length, millis.first(), first, millis.second(), freshFirst);
    report.beside("a store that never held anything else");
    report.atMost("scan-after-purge", millis.ratio(), SCAN_GOAL);
  }

  private double scanMillis(Container container) {
    long start = System.nanoTime();
    int found = 0;
    byte[] continuation = null;
    do {
      Page<Item> page = container.scan(EpkRange.FULL, continuation, ReadLimits.DEFAULT);
      found += page.entries().size();
      continuation = page.continuation();
    } while (continuation != null);
    if (found != living.length) {
      throw new IllegalStateException("A scan found " + found + " of " + living.length);
    }
    return (System.nanoTime() - start) / 1e6;
  }
}
