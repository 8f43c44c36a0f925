package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Workers;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonInt32;

/**
 * A store of so many items that live, with an index over numbers, and of portions that are due one
 * after the other. Each operation returns microseconds.
 */
final class GrowingStore implements AutoCloseable {
  private static final long START_SECOND = 1_700_000_000;
  private static final int YEAR_SECONDS = 365 * 86_400;
  private static final int DUE_SECONDS = 1000;
  private static final int DUE_BODY_BYTES = 512;
  private static final int OUTSTANDING = 64;
  private static final int LOADING_OUTSTANDING = 2048;
  private static final int FOLD_ITEMS = 100_000;
  private static final int BATCH_ITEMS = 4096;
  private static final int PAGE = 10;
  private static final String INDEX = "by_n0";
  private static final int NUMBERS = 1_000_000;
  private static final int QUERIED_NUMBERS = NUMBERS / 2;

  /** Numbers that no living item has. */
  private static final int FIRST_DUE = 90_000_000;

  private final Path directory;
  private final int items;
  private final int due;
  private final MovableClock clock = MovableClock.frozenAt(START_SECOND);
  private final NumberedItems bodies = new NumberedItems();
  private final SplittableRandom random = new SplittableRandom(1);
  private Store store;
  private int backups;
  private int changes;

  private GrowingStore(Path directory, int items, int due) {
    this.directory = directory;
    this.items = items;
    this.due = due;
  }

  static GrowingStore create(Path directory, int items, GrowthScale scale)
      throws InterruptedException {
    GrowingStore growing = new GrowingStore(directory, items, scale.due());
    growing.store =
        Store.create(
            directory,
            Durability.RELAXED,
            growing.clock,
            false,
            definition ->
                definition.defaultTtl(YEAR_SECONDS).pathIndexes(NumberedItems.indexes(1)));
    growing.load(scale.rounds() + 1);
    growing.store.close();
    growing.store = growing.open();
    return growing;
  }

  private Store open() {
    return Store.open(directory, Durability.RELAXED, clock, false);
  }

  /** The living, and a portion for each round and for the warm-up, due in one second each. */
  private void load(int portions) throws InterruptedException {
    Submitter submitter =
        new Submitter(store.container(), WriteOutcome.Kind.CREATED, LOADING_OUTSTANDING);
    for (int i = 0; i < items; i++) {
      submitter.submit(WriteRequest.create(SampleItems.key(i), bodies.body(i, random)));
      if (i % FOLD_ITEMS == FOLD_ITEMS - 1) {
        store.engine().background().foldCounts();
      }
    }
    submitter.finish();
    SampleItems mortal = new SampleItems(DUE_BODY_BYTES);
    for (int portion = 0; portion < portions; portion++) {
      int from = FIRST_DUE + portion * due;
      Loader.load(store, mortal, from, from + due, number -> DUE_SECONDS);
      clock.advance(1);
    }
    clock.advance(DUE_SECONDS - portions - 1L);
    store.engine().background().foldCounts();
  }

  int items() {
    return items;
  }

  private Container container() {
    return store.container();
  }

  /** Processor time of one; what others do on the machine counts little. */
  private double each(long millis, Workers.Run run) throws Exception {
    long[] done = new long[1];
    long before = Rounds.processorNanos();
    Workers.rateOf(1, millis, (worker, deadline) -> done[0] = run.run(worker, deadline));
    return (Rounds.processorNanos() - before) / 1e3 / done[0];
  }

  /** The same of an operation that is repeated. */
  private double each(long millis, Runnable operation) throws Exception {
    return each(
        millis,
        (worker, deadline) -> {
          long done = 0;
          while (!deadline.isOver()) {
            operation.run();
            done++;
          }
          return done;
        });
  }

  double read(long millis) throws Exception {
    return each(
        millis,
        () -> {
          if (container().read(SampleItems.key(random.nextInt(items))) == null) {
            throw new IllegalStateException("A living item is missing");
          }
        });
  }

  /** The first items from a number on. */
  double query(long millis) throws Exception {
    return each(
        millis,
        () -> {
          IndexRange range =
              new IndexRange(
                  List.of(),
                  new IndexRange.Bound(new BsonInt32(random.nextInt(QUERIED_NUMBERS)), true),
                  null);
          Page<?> page =
              container().scanIndex(new IndexQuery(INDEX, range), null, ReadLimits.items(PAGE));
          if (page.entries().size() != PAGE) {
            throw new IllegalStateException("A page has " + page.entries().size() + " items");
          }
        });
  }

  double write(long millis) throws Exception {
    double micros =
        each(
            millis,
            (worker, deadline) -> {
              Submitter submitter =
                  new Submitter(container(), WriteOutcome.Kind.REPLACED, OUTSTANDING);
              long done = 0;
              while (!deadline.isOver()) {
                int number = random.nextInt(items);
                submitter.submit(
                    WriteRequest.upsert(SampleItems.key(number), bodies.body(number, random)));
                done++;
              }
              submitter.finish();
              return done;
            });
    store.engine().background().foldCounts();
    return micros;
  }

  /** The next portion; time of one item. */
  double purge() {
    clock.advance(1);
    long before = Rounds.processorNanos();
    int purged = 0;
    int items;
    do {
      items = container().maintenance().purge(BATCH_ITEMS);
      purged += items;
    } while (items > 0);
    if (purged != due) {
      throw new IllegalStateException("Purged " + purged + " instead of " + due);
    }
    return (Rounds.processorNanos() - before) / 1e3 / purged;
  }

  /** The exact count in seconds that were not counted before: the time of one. */
  double count() {
    int counts = 100;
    long nanos = 0;
    for (int i = 0; i < counts; i++) {
      clock.advance(1);
      long start = System.nanoTime();
      long live = container().live().items();
      nanos += System.nanoTime() - start;
      if (live != items) {
        throw new IllegalStateException(live + " items live, and not " + items);
      }
    }
    return nanos / 1e3 / counts;
  }

  double changePolicy() {
    int times = 10;
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      store.changeDefault(2 * YEAR_SECONDS + changes++);
    }
    return (System.nanoTime() - start) / 1e3 / times;
  }

  double backup(Scratch scratch) {
    Path target = directory.resolveSibling(directory.getFileName() + "-backup" + backups++);
    long start = System.nanoTime();
    store.engine().backup(target);
    double micros = (System.nanoTime() - start) / 1e3;
    scratch.discard(target);
    return micros;
  }

  /** Closes it and opens it again; only the latter counts. */
  double reopen() {
    store.close();
    long start = System.nanoTime();
    store = open();
    double micros = (System.nanoTime() - start) / 1e3;
    if (container().live().items() != items) {
      throw new IllegalStateException("Items are missing after a start");
    }
    return micros;
  }

  double scan() {
    long start = System.nanoTime();
    long found = 0;
    byte[] continuation = null;
    do {
      Page<Item> page = container().scan(EpkRange.FULL, continuation, ReadLimits.DEFAULT);
      found += page.entries().size();
      continuation = page.continuation();
    } while (continuation != null);
    if (found != items) {
      throw new IllegalStateException("A scan found " + found + " of " + items);
    }
    return (System.nanoTime() - start) / 1e3;
  }

  @Override
  public void close() {
    store.close();
  }
}
