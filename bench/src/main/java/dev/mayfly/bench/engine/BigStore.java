package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.storage.rocksdb.Durability;
import java.nio.file.Path;

/**
 * A store with many items that live long and some that are due soon, a portion in each second.
 *
 * <p>Half of a portion expires by the default and half by its own ttl. Of the living, either half
 * inherits and half has its own ttl, all different, or most never expire.
 */
final class BigStore implements AutoCloseable {
  private static final int BODY_BYTES = 200;
  private static final int DAY_SECONDS = 86_400;
  private static final int DUE_SECONDS = 1000;
  private static final int LIVE_SECONDS = 400 * DAY_SECONDS;
  private static final int SPREAD_SECONDS = 30 * DAY_SECONDS;
  private static final int NEVER = -1;

  /** So far behind the wall clock that the store can be opened with that one later. */
  private static final int BEHIND_SECONDS = 30 * DAY_SECONDS;

  private final int live;
  private final Path directory;
  private final MovableClock clock;
  private Store store;

  private BigStore(int live, Path directory, MovableClock clock, Store store) {
    this.live = live;
    this.directory = directory;
    this.clock = clock;
    this.store = store;
  }

  static BigStore create(
      Scratch scratch, String name, int live, boolean mostNeverExpire, int portions, int portion)
      throws InterruptedException {
    MovableClock clock = MovableClock.frozenAt(System.currentTimeMillis() / 1000 - BEHIND_SECONDS);
    Path directory = scratch.directory(name);
    Store store = Store.create(directory, Durability.RELAXED, clock, false, DUE_SECONDS);
    SampleItems items = new SampleItems(BODY_BYTES);
    for (int i = 0; i < portions; i++) {
      Loader.load(
          store,
          items,
          live + i * portion,
          live + (i + 1) * portion,
          number -> number % 2 == 0 ? SampleItems.NO_TTL : DUE_SECONDS);
      clock.advance(1);
    }
    clock.advance(DUE_SECONDS / 2);
    Loader.load(store, items, 0, live, number -> liveTtl(number, mostNeverExpire));
    // The first portion is due in the next second.
    clock.advance(DUE_SECONDS / 2 - portions - 1);
    store.engine().background().foldCounts();
    BigStore big = new BigStore(live, directory, clock, store);
    big.reopen();
    return big;
  }

  private static int liveTtl(int number, boolean mostNeverExpire) {
    if (mostNeverExpire && number % 20 != 0) {
      return NEVER;
    }
    int spread = (int) (number * 2_654_435_761L % SPREAD_SECONDS);
    return number % 2 == 0 && !mostNeverExpire ? SampleItems.NO_TTL : LIVE_SECONDS + spread;
  }

  private void reopen() {
    store.close();
    store = Store.open(directory, Durability.RELAXED, clock, false);
  }

  int live() {
    return live;
  }

  Path directory() {
    return directory;
  }

  MovableClock clock() {
    return clock;
  }

  Store store() {
    return store;
  }

  /** Nothing is due before the wall clock has gone on for a year. */
  void letLive() {
    store.changeDefault(LIVE_SECONDS);
  }

  @Override
  public void close() {
    store.close();
  }
}
