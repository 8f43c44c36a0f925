package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.measure.WarmUp;
import dev.mayfly.bench.measure.Workers;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Point reads and writes of items that exist and are in the cache. */
final class ReadWriteFigures {
  private static final int BODY_BYTES = 512;
  private static final int DAY_SECONDS = 86_400;

  private static final long WARM_UP_MILLIS = 150;

  private static final double GOAL = 0.6;
  private static final double GROUP_GOAL = 1.5;

  private final Report report;
  private final Scale scale;
  private final SampleItems items = new SampleItems(BODY_BYTES);
  private final ItemKey[] keys;
  private byte[][] rowKeys;
  private byte[] feedValue;
  private byte[] delta;

  private ReadWriteFigures(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
    this.keys = SampleItems.keys(scale.hotItems());
  }

  static void run(Scratch scratch, Report report, Scale scale) throws Exception {
    new ReadWriteFigures(report, scale).run(scratch);
  }

  private void run(Scratch scratch) throws Exception {
    report.beside("bare RocksDB");
    report.progress("reads and writes: %,d items of %d bytes", scale.hotItems(), BODY_BYTES);
    Path directory = scratch.directory("hot");
    try (Store loading =
        Store.create(directory, Durability.RELAXED, new SystemTtlClock(), true, DAY_SECONDS)) {
      Loader.load(loading, items, 0, scale.hotItems(), i -> SampleItems.NO_TTL);
      learnRows(loading);
      WarmUp.untilCompiled(
          () -> Workers.rate(1, WARM_UP_MILLIS, (worker, random) -> readOrUpsert(loading, random)));
    }
    try (Store source = Store.open(directory, Durability.RELAXED, new SystemTtlClock(), true);
        BareStore bare = BareStore.copyOf(source.storage(), scratch.directory("bare"))) {
      reads(source.container(), bare, 1);
      reads(source.container(), bare, 16);
      writes("write-relaxed-1", source.container(), bare, 1, false, GOAL);
      writes("write-relaxed-16", source.container(), bare, 16, false, GOAL);
      validate(source, bare);
    }
    try (Store source = Store.open(directory, Durability.SYNC, new SystemTtlClock(), true);
        BareStore bare = BareStore.copyOf(source.storage(), scratch.directory("bare2"))) {
      writes("write-sync-1", source.container(), bare, 1, true, GOAL);
      writes("write-sync-16", source.container(), bare, 16, true, GOAL);
      writes("write-sync-64", source.container(), bare, 64, true, GROUP_GOAL);
      validate(source, bare);
    }
  }

  /** What the engine writes for an item: keys in the order of numbers, samples of the values. */
  private void learnRows(Store store) throws Exception {
    Container container = store.container();
    rowKeys = new byte[keys.length][];
    for (int i = 0; i < keys.length; i++) {
      rowKeys[i] = Keys.item(store.number(), container.read(keys[i]).address());
    }
    container.upsert(keys[0], items.body(0, SampleItems.NO_TTL));
    Storage storage = store.storage();
    byte[] lane = Keys.lane(store.number(), Keys.LANE_INHERITING);
    feedValue = lastValue(storage, Table.FEED, lane);
    delta = lastValue(storage, Table.COUNTS, CountKeys.deltas());
    report.progress(
        "rows: item key %d + %d bytes, feed row %d, count delta %d",
        rowKeys[0].length,
        storage.get(Table.ITEMS, rowKeys[0]).length,
        feedValue.length,
        delta.length);
  }

  private static byte[] lastValue(Storage storage, Table table, byte[] prefix) {
    byte[] value = null;
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursor(table, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        value = rows.value();
      }
    }
    if (value == null) {
      throw new IllegalStateException("The engine wrote no row of " + table);
    }
    return value;
  }

  private void reads(Container container, BareStore bare, int threads) throws Exception {
    figure(
        "read-" + threads,
        GOAL,
        millis ->
            Workers.rate(
                threads,
                millis,
                (worker, random) -> {
                  if (container.read(keys[random.nextInt(keys.length)]) == null) {
                    throw new IllegalStateException("The engine misses an item");
                  }
                }),
        millis ->
            Workers.rate(
                threads,
                millis,
                (worker, random) -> bare.get(rowKeys[random.nextInt(rowKeys.length)])));
  }

  private void writes(
      String name,
      Container container,
      BareStore bare,
      int outstanding,
      boolean synced,
      double goal)
      throws Exception {
    figure(
        name,
        goal,
        millis ->
            outstanding == 1
                ? Workers.rate(1, millis, (worker, random) -> upsert(container, random))
                : Workers.rateOf(
                    1, millis, (worker, deadline) -> submit(container, outstanding, deadline)),
        millis ->
            Workers.rate(
                outstanding,
                millis,
                (worker, random) -> {
                  // No two threads write the same item: the engine would not let them, either.
                  int own = random.nextInt(rowKeys.length / outstanding) * outstanding + worker;
                  bare.upsert(rowKeys[own], feedValue, delta, synced);
                }));
  }

  private void readOrUpsert(Store store, SplittableRandom random) {
    upsert(store.container(), random);
    store.container().read(keys[random.nextInt(keys.length)]);
  }

  private void upsert(Container container, SplittableRandom random) {
    int number = random.nextInt(keys.length);
    WriteOutcome outcome = container.upsert(keys[number], items.body(number, SampleItems.NO_TTL));
    if (outcome.kind() != WriteOutcome.Kind.REPLACED) {
      throw new IllegalStateException("A write was " + outcome.kind());
    }
  }

  private long submit(Container container, int outstanding, Workers.Deadline deadline)
      throws InterruptedException {
    Submitter submitter = new Submitter(container, WriteOutcome.Kind.REPLACED, outstanding);
    SplittableRandom random = new SplittableRandom(System.nanoTime());
    long done = 0;
    while (!deadline.isOver()) {
      int number = random.nextInt(keys.length);
      submitter.submit(WriteRequest.upsert(keys[number], items.body(number, SampleItems.NO_TTL)));
      done++;
    }
    submitter.finish();
    return done;
  }

  /** A measurement of so many milliseconds. */
  private interface Timed {
    double measure(long millis) throws Exception;
  }

  private void figure(String name, double goal, Timed engine, Timed bare) throws Exception {
    WarmUp.untilCompiled(() -> engine.measure(WARM_UP_MILLIS));
    WarmUp.untilCompiled(() -> bare.measure(WARM_UP_MILLIS));
    List<Double> engineMicros = new ArrayList<>();
    List<Double> bareMicros = new ArrayList<>();
    Rounds.Pair rates =
        Rounds.alternate(
            scale.rounds(),
            () -> withProcessorTime(engine, engineMicros),
            () -> withProcessorTime(bare, bareMicros));
    report.progress(
        "%s: %,.0f/s, bare %,.0f/s; processor time of one: %.1f us, bare %.1f us",
        name,
        rates.first(),
        rates.second(),
        Statistics.median(engineMicros),
        Statistics.median(bareMicros));
    report.atLeast(name, rates.ratio(), goal);
  }

  /** Also notes the processor time of one operation, which depends less on other load. */
  private double withProcessorTime(Timed timed, List<Double> micros) throws Exception {
    long millis = scale.roundMillis();
    long before = Rounds.processorNanos();
    double rate = timed.measure(millis);
    micros.add((Rounds.processorNanos() - before) / (rate * millis));
    return rate;
  }

  /** Both still have every item once, with one row in the feed each. */
  private void validate(Store store, BareStore bare) {
    long live = store.container().live().items();
    long inBare = bare.rows(Table.ITEMS);
    long feedInBare = bare.rows(Table.FEED);
    if (live != keys.length || inBare != keys.length || feedInBare != keys.length) {
      throw new IllegalStateException(
          "Of %d items the engine has %d, the bare store %d with %d feed rows"
              .formatted(keys.length, live, inBare, feedInBare));
    }
  }
}
