package dev.mayfly.bench.deadrows;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.bson.BsonInt32;

/** The reads of one container that are measured; each has the number of items that it must find. */
final class Reads {
  static final int PAGE = 100;
  static final String INDEX = "by_n";

  /** One in so many items passes the filter of a query. */
  static final int SELECTED = 10;

  static final List<String> NAMES =
      List.of("count", "find-one", "scan-page", "query-page", "index-page", "feed-page");

  private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Container container;
  private final int living;
  private final List<byte[]> places = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);

  Reads(Container container, int living) {
    this.container = container;
    this.living = living;
  }

  /** Scans everything once, notes places to read from, and returns how long it took. */
  double scanMillis() {
    places.clear();
    long start = System.nanoTime();
    byte[] continuation = null;
    int found = 0;
    do {
      Page<Item> page = reading().scan(EpkRange.FULL, continuation, ReadLimits.items(PAGE));
      found += page.entries().size();
      continuation = page.continuation();
      if (continuation != null && found + PAGE < living) {
        places.add(continuation);
      }
    } while (continuation != null);
    require(found, living);
    return (System.nanoTime() - start) / 1e6;
  }

  /** Reads the whole index once, and returns how long it took. */
  double indexMillis() {
    long start = System.nanoTime();
    byte[] continuation = null;
    int found = 0;
    do {
      Page<?> page =
          reading()
              .scanIndex(
                  new IndexQuery(INDEX, IndexRange.ALL), continuation, ReadLimits.items(PAGE));
      found += page.entries().size();
      continuation = page.continuation();
    } while (continuation != null);
    require(found, living);
    return (System.nanoTime() - start) / 1e6;
  }

  private Reading reading() {
    return container.beginQuery(System.nanoTime() + STEP_NANOS);
  }

  private byte[] place() {
    return places.get(random.nextInt(places.size()));
  }

  void read(String name) {
    switch (name) {
      case "count" -> require(container.count(), living);
      case "find-one" ->
          require(reading().scan(EpkRange.FULL, null, ReadLimits.items(1)).entries().size(), 1);
      case "scan-page" ->
          require(
              reading().scan(EpkRange.FULL, place(), ReadLimits.items(PAGE)).entries().size(),
              PAGE);
      case "query-page" -> query();
      case "index-page" -> index();
      case "feed-page" ->
          require(
              reading()
                  .changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.items(PAGE))
                  .entries()
                  .size(),
              PAGE);
      default -> throw new IllegalArgumentException(name);
    }
  }

  private void query() {
    int[] examined = new int[1];
    Page<Item> page =
        reading()
            .scan(
                EpkRange.FULL,
                place(),
                ReadLimits.items(PAGE / SELECTED),
                item -> examined[0]++ % SELECTED == 0);
    require(page.entries().size(), PAGE / SELECTED);
  }

  private void index() {
    IndexRange range =
        new IndexRange(
            List.of(),
            new IndexRange.Bound(new BsonInt32(random.nextInt(living - PAGE)), true),
            null);
    Page<?> page = reading().scanIndex(new IndexQuery(INDEX, range), null, ReadLimits.items(PAGE));
    require(page.entries().size(), PAGE);
  }

  private static void require(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(found + " items were found, not " + expected);
    }
  }
}
