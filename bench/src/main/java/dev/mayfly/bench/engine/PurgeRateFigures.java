package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The purge beside bare deletes of the same rows, in batches of the same size. The bare side has
 * the keys at hand; the engine has to find out what is due.
 */
final class PurgeRateFigures {
  private static final int BODY_BYTES = 512;
  private static final int BATCH_ITEMS = 4096;
  private static final int TTL_SECONDS = 1000;
  private static final long START_SECOND = 1_700_000_000;
  private static final double GOAL = 0.5;

  private final Report report;
  private final Scale scale;

  private PurgeRateFigures(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
  }

  static void run(Scratch scratch, Report report, Scale scale) throws Exception {
    PurgeRateFigures figures = new PurgeRateFigures(report, scale);
    figures.run("purge-rate-default", scratch, SampleItems.NO_TTL);
    figures.run("purge-rate-own", scratch, TTL_SECONDS);
  }

  private void run(String name, Scratch scratch, int ttlSeconds) throws Exception {
    report.progress("%s: %,d items", name, scale.purgedItems());
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    Path directory = scratch.directory(name);
    Path bareDirectory = scratch.directory(name + "-bare");
    try (Store loading = Store.create(directory, Durability.RELAXED, clock, false, TTL_SECONDS)) {
      SampleItems items = new SampleItems(BODY_BYTES);
      Loader.load(loading, items, 0, scale.purgedItems(), i -> ttlSeconds);
      loading.engine().background().foldCounts();
    }
    try (Store store = Store.open(directory, Durability.RELAXED, clock, false);
        BareStore bare = BareStore.copyOf(store.storage(), bareDirectory)) {
      Deque<List<BareStore.RowKey>> batches =
          ttlSeconds == SampleItems.NO_TTL ? defaultBatches(store) : ownBatches(store);
      clock.advance(TTL_SECONDS);
      int warmUp = batches.size() / 4;
      int batchesPerRound = (batches.size() - warmUp) / scale.rounds();
      Rounds.Measurement engineRound = () -> purge(store, batchesPerRound);
      Rounds.Measurement bareRound = () -> delete(bare, batches, batchesPerRound);
      purge(store, warmUp);
      delete(bare, batches, warmUp);
      Rounds.Pair rates = Rounds.alternate(scale.rounds(), engineRound, bareRound);
      report.progress("%s: %,.0f/s, bare %,.0f/s", name, rates.first(), rates.second());
      purge(store, Integer.MAX_VALUE);
      delete(bare, batches, batches.size());
      validate(store, bare);
      report.beside("bare deletes in RocksDB").atLeast(name, rates.ratio(), GOAL);
    }
    scratch.discard(directory);
    scratch.discard(bareDirectory);
  }

  /** Items per second. */
  private static double purge(Store store, int batches) {
    long start = System.nanoTime();
    long purged = 0;
    for (int i = 0; i < batches; i++) {
      int items = store.container().maintenance().purge(BATCH_ITEMS);
      purged += items;
      if (items == 0) {
        break;
      }
    }
    return purged * 1e9 / (System.nanoTime() - start);
  }

  private static double delete(BareStore bare, Deque<List<BareStore.RowKey>> batches, int count)
      throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      bare.delete(batches.removeFirst());
    }
    return (double) count * BATCH_ITEMS * 1e9 / (System.nanoTime() - start);
  }

  private static Deque<List<BareStore.RowKey>> defaultBatches(Store store) {
    byte[] lane = Keys.lane(store.number(), Keys.LANE_INHERITING);
    return batches(store, Table.FEED, lane);
  }

  private static Deque<List<BareStore.RowKey>> ownBatches(Store store) {
    return batches(store, Table.QUEUES, Keys.queue(store.number(), ExpirySource.OWN));
  }

  private static Deque<List<BareStore.RowKey>> batches(Store store, Table table, byte[] prefix) {
    Deque<List<BareStore.RowKey>> batches = new ArrayDeque<>();
    List<BareStore.RowKey> batch = new ArrayList<>();
    int items = 0;
    try (ReadView view = store.storage().snapshot();
        RowCursor rows = view.cursor(table, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        byte[] suffix = DueRow.decode(rows.value()).suffix();
        batch.add(new BareStore.RowKey(Table.ITEMS, Keys.item(store.number(), suffix)));
        if (table == Table.QUEUES) {
          long lsn = Keys.queueLsn(rows.key());
          byte[] feed = Keys.feed(store.number(), Keys.LANE_OTHERS, lsn);
          batch.add(new BareStore.RowKey(Table.FEED, feed));
        }
        batch.add(new BareStore.RowKey(table, rows.key()));
        items++;
        if (items % BATCH_ITEMS == 0) {
          batches.add(batch);
          batch = new ArrayList<>();
        }
      }
    }
    batches.add(batch);
    return batches;
  }

  private void validate(Store store, BareStore bare) {
    long purged = store.container().metrics().purgedItemsTotal();
    if (purged != scale.purgedItems()) {
      throw new IllegalStateException("Purged " + purged + " of " + scale.purgedItems() + " items");
    }
    try (ReadView view = store.storage().snapshot()) {
      for (Table table : List.of(Table.ITEMS, Table.FEED, Table.QUEUES)) {
        byte[] prefix = Keys.container(store.number());
        try (RowCursor rows = view.cursor(table, prefix, Bytes.after(prefix))) {
          if (rows.next() || bare.rows(table) != 0) {
            throw new IllegalStateException("Rows are left in " + table);
          }
        }
      }
    }
  }
}
