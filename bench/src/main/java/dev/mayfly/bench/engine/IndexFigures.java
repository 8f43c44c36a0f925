package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.WarmUp;
import dev.mayfly.bench.measure.Workers;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * What indexes cost: writes that change every number of an item, and the purge, with some indexes
 * beside none, by processor time. An index that no write changes a key of costs the reading of its
 * key only.
 */
final class IndexFigures {
  private static final int TTL_SECONDS = 1000;
  private static final long START_SECOND = 1_700_000_000;
  private static final long WARM_UP_MILLIS = 150;
  private static final int OUTSTANDING = 64;
  private static final int BATCH_ITEMS = 4096;
  private static final int FEW = 3;
  private static final int MANY = NumberedItems.NUMBERS;

  /** Each index adds two rows to the four or five of such a write: its key goes and comes. */
  private static final double WRITE_FEW_GOAL = 0.6;

  private static final double WRITE_MANY_GOAL = 0.35;

  /** The purge reads the item to learn its keys, and deletes three rows more than two. */
  private static final double PURGE_GOAL = 0.4;

  private final Report report;
  private final Scale scale;
  private final NumberedItems items = new NumberedItems();

  private IndexFigures(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
  }

  static void run(Scratch scratch, Report report, Scale scale) throws Exception {
    IndexFigures figures = new IndexFigures(report, scale);
    report.beside("the same without indexes");
    figures.writes("write-indexes-3", scratch, FEW, WRITE_FEW_GOAL);
    figures.writes("write-indexes-10", scratch, MANY, WRITE_MANY_GOAL);
    figures.purge("purge-indexes-3", scratch, FEW);
  }

  private Store store(Path directory, MovableClock clock, int indexes) {
    return Store.create(
        directory,
        Durability.RELAXED,
        clock,
        false,
        definition ->
            definition.defaultTtl(TTL_SECONDS).pathIndexes(NumberedItems.indexes(indexes)));
  }

  private void load(Store store, int count) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(1);
    Submitter submitter = new Submitter(store.container(), WriteOutcome.Kind.CREATED, OUTSTANDING);
    for (int i = 0; i < count; i++) {
      submitter.submit(WriteRequest.create(SampleItems.key(i), items.body(i, random)));
    }
    submitter.finish();
    store.engine().background().foldCounts();
  }

  private void writes(String name, Scratch scratch, int indexes, double goal) throws Exception {
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    Path with = scratch.directory(name);
    Path without = scratch.directory(name + "-none");
    try (Store indexed = store(with, clock, indexes);
        Store plain = store(without, clock, 0)) {
      load(indexed, scale.hotItems());
      load(plain, scale.hotItems());
      WarmUp.untilCompiled(() -> write(indexed, WARM_UP_MILLIS));
      WarmUp.untilCompiled(() -> write(plain, WARM_UP_MILLIS));
      Rounds.Pair rates =
          Rounds.alternate(
              scale.rounds(),
              () -> write(indexed, scale.roundMillis()),
              () -> write(plain, scale.roundMillis()));
      report.progress("%s: %,.0f/s, without %,.0f/s", name, rates.first(), rates.second());
      report.atLeast(name, rates.ratio(), goal);
    }
    scratch.discard(with);
    scratch.discard(without);
  }

  /** Writes per second of processor time: other work on the machine disturbs that less. */
  private double write(Store store, long millis) throws Exception {
    long[] done = new long[1];
    long before = Rounds.processorNanos();
    Workers.rateOf(1, millis, (worker, deadline) -> done[0] = submit(store, deadline));
    long nanos = Rounds.processorNanos() - before;
    store.engine().background().foldCounts();
    return done[0] * 1e9 / nanos;
  }

  private long submit(Store store, Workers.Deadline deadline) throws InterruptedException {
    Submitter submitter = new Submitter(store.container(), WriteOutcome.Kind.REPLACED, OUTSTANDING);
    SplittableRandom random = new SplittableRandom(System.nanoTime());
    long done = 0;
    while (!deadline.isOver()) {
      int number = random.nextInt(scale.hotItems());
      submitter.submit(WriteRequest.upsert(SampleItems.key(number), items.body(number, random)));
      done++;
    }
    submitter.finish();
    return done;
  }

  private void purge(String name, Scratch scratch, int indexes) throws Exception {
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    Path with = scratch.directory(name);
    Path without = scratch.directory(name + "-none");
    try (Store loading = store(with, clock, indexes);
        Store plain = store(without, clock, 0)) {
      load(loading, scale.purgedItems());
      load(plain, scale.purgedItems());
    }
    // Opened again, the rows are in files, as those of a backlog are.
    try (Store indexed = Store.open(with, Durability.RELAXED, clock, false);
        Store plain = Store.open(without, Durability.RELAXED, clock, false)) {
      clock.advance(TTL_SECONDS);
      int batches = scale.purgedItems() / BATCH_ITEMS / (scale.rounds() + 2);
      purge(indexed, 2 * batches);
      purge(plain, 2 * batches);
      Rounds.Pair rates =
          Rounds.alternate(
              scale.rounds(), () -> purge(indexed, batches), () -> purge(plain, batches));
      report.progress("%s: %,.0f/s, without %,.0f/s", name, rates.first(), rates.second());
      report.atLeast(name, rates.ratio(), PURGE_GOAL);
    }
    scratch.discard(with);
    scratch.discard(without);
  }

  /** Items per second of processor time. */
  private static double purge(Store store, int batches) {
    long start = Rounds.processorNanos();
    long purged = 0;
    for (int i = 0; i < batches; i++) {
      purged += store.container().maintenance().purge(BATCH_ITEMS);
    }
    if (purged != (long) batches * BATCH_ITEMS) {
      throw new IllegalStateException("Purged " + purged + " items in " + batches + " batches");
    }
    return purged * 1e9 / (Rounds.processorNanos() - start);
  }
}
