package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Steps over the items of a plan, from a place on, a batch at a time. */
final class ItemCursor {
  private static final int BATCH_ITEMS_MAX = 1000;
  private static final long BATCH_BYTES = 2L << 20;

  /** After so many rows it is looked whether time is up. */
  private static final int BATCH_ROWS = 10_000;

  /** After so many it is looked whether the throughput is spent, where that can be. */
  private static final int PAID_ROWS = 1_024;

  /** So many of the largest items stay below what the engine reads at once. */
  private static final int BATCH_KEYS = 30;

  private final Container container;
  private final Reading reading;
  private final ReadPlan plan;
  private int batchItems;

  private final long lostUntil;

  private List<Item> batch = List.of();
  private List<IndexEntry> entries = List.of();
  private int inBatch;
  private Place beforeBatch;
  private Place afterBatch;
  private int range;
  private Predicate<Item> wanted;
  private boolean whole;
  private boolean begun;
  private boolean ended;
  private long itemsMax = Long.MAX_VALUE;
  private long items;
  private long bytes;
  private long nanos;
  private long indexNanos;

  /**
   * @param reading no batch is read when its time is up, but for the first
   * @param batchItems how many items are likely to be wanted
   * @param lostUntil until when it may look for what an index had that is not there any more
   */
  ItemCursor(
      Container container,
      Reading reading,
      ReadPlan plan,
      Place start,
      long batchItems,
      long lostUntil) {
    this.container = requireNonNull(container, "container");
    this.reading = requireNonNull(reading, "reading");
    this.plan = requireNonNull(plan, "plan");
    this.afterBatch = requireNonNull(start, "start");
    this.beforeBatch = start;
    this.range = start.index();
    this.lostUntil = lostUntil;
    this.batchItems = (int) Math.max(1, Math.min(batchItems, BATCH_ITEMS_MAX));
  }

  /** The next item; null at the end, or where the page should end. */
  Item next() {
    while (inBatch == batch.size()) {
      if (isDone() || begun && mustEnd() || items >= itemsMax) {
        return null;
      }
      read();
    }
    Item item = batch.get(inBatch++);
    if (!isFiltered()) {
      look(item);
    }
    return item;
  }

  private void look(Item item) {
    items++;
    bytes += item.sizeBytes();
  }

  /** Lets it pass over other items than those, if it scans. */
  void keepOnly(Predicate<Item> items) {
    wanted = items;
  }

  /** Whether it passes over items that are not wanted. */
  boolean isFiltered() {
    return wanted != null && scans();
  }

  /** Whether it looks at all items of ranges. */
  boolean scans() {
    return plan instanceof ReadPlan.Ranges;
  }

  /** Lets it read to the end, until another moment and whatever it costs: nobody can go on. */
  void readWhole(long nanos) {
    reading.extendTo(nanos);
    whole = true;
  }

  /** Lets it give up after so many items. */
  void readAtMost(long count) {
    itemsMax = count;
  }

  private boolean mustEnd() {
    return reading.isTimeUp() || !whole && reading.isThroughputSpent();
  }

  /** Whether there is nothing after the last item. */
  boolean isDone() {
    return ended && inBatch == batch.size();
  }

  /** Where to go on after the last item. */
  Place place() {
    return inBatch == batch.size() ? afterBatch : after(inBatch - 1);
  }

  /** Where to go on with the last item once more. */
  Place placeBefore() {
    return inBatch < 2 ? beforeBatch : after(inBatch - 2);
  }

  private Place after(int last) {
    if (plan instanceof ReadPlan.Points points) {
      return new Place(points.indexAfter(batch.get(last)), null);
    } else if (plan instanceof ReadPlan.Index) {
      return new Place(beforeBatch.index(), entries.get(last).continuation());
    }
    return new Place(0, container.continuationAfter(batch.get(last)));
  }

  private void read() {
    long started = System.nanoTime();
    beforeBatch = afterBatch;
    if (plan instanceof ReadPlan.Points points) {
      readPoints(points.keys());
    } else if (plan instanceof ReadPlan.Index index) {
      readIndex(index.walks());
    } else {
      readRange(((ReadPlan.Ranges) plan).ranges());
    }
    begun = true;
    nanos += System.nanoTime() - started;
  }

  private void readPoints(List<ItemKey> keys) {
    int from = Math.min(afterBatch.index(), keys.size());
    int to = Math.min(keys.size(), from + BATCH_KEYS);
    keep(reading.readMany(keys.subList(from, to)));
    afterBatch = new Place(to, null);
    ended = to == keys.size();
  }

  private void readRange(List<EpkRange> ranges) {
    if (range >= ranges.size()) {
      ended = true;
      return;
    }
    int rows = reading.hasThroughput() ? PAID_ROWS : BATCH_ROWS;
    ReadLimits limits = new ReadLimits(batchItems, BATCH_BYTES, rows);
    Page<Item> page = scan(ranges.get(range), limits);
    keep(page);
    if (page.continuation() == null) {
      // Ranges come in order: what is after the last item of one is before the next one starts.
      afterBatch = batch.isEmpty() ? afterBatch : after(batch.size() - 1);
      range++;
      ended = range == ranges.size();
    } else {
      afterBatch = new Place(0, page.continuation());
    }
  }

  private void readIndex(List<IndexWalk> walks) {
    if (range >= walks.size()) {
      ended = true;
      return;
    }
    IndexWalk walk = walks.get(range);
    ReadLimits limits = new ReadLimits(batchItems, BATCH_BYTES, BATCH_ROWS);
    batchItems = Math.min(BATCH_ITEMS_MAX, 2 * batchItems);
    long started = System.nanoTime();
    Page<IndexEntry> page =
        reading.scanLikeIndex(walk.index(), walk.query(), afterBatch.scan(), limits, lostUntil);
    indexNanos += System.nanoTime() - started;
    keep(page, walk.overlapping(walks.subList(0, range)));
    if (page.continuation() == null) {
      range++;
      ended = range == walks.size();
      afterBatch = new Place(range, null);
    } else {
      afterBatch = new Place(range, page.continuation());
    }
  }

  private void keep(Page<IndexEntry> page, List<IndexWalk> before) {
    entries = new ArrayList<>();
    batch = new ArrayList<>();
    for (IndexEntry entry : page.entries()) {
      if (!IndexWalk.isTold(entry.item(), before)) {
        entries.add(entry);
        batch.add(entry.item());
      }
    }
    inBatch = 0;
  }

  private Page<Item> scan(EpkRange within, ReadLimits limits) {
    if (!isFiltered()) {
      return reading.scan(within, afterBatch.scan(), limits);
    }
    return reading.scan(
        within,
        afterBatch.scan(),
        limits,
        item -> {
          look(item);
          return wanted.test(item);
        });
  }

  private void keep(Page<Item> page) {
    batch = page.entries();
    inBatch = 0;
  }

  /**
   * What a query gets that needs all items and had no time for them.
   *
   * @param verb what it does with them
   */
  RuntimeException tooMuch(String verb) {
    RuntimeException paused = RowBudget.paused();
    return paused != null
        ? paused
        : QueryError.refused(
            "The query "
                + verb
                + " more items than this server can look at in one request ("
                + items
                + " so far): narrow it with a filter on the partition key.");
  }

  /** How many items were stepped over. */
  long items() {
    return items;
  }

  /** How long indexes were read. */
  long indexNanos() {
    return indexNanos;
  }

  /** How many bytes they have. */
  long bytes() {
    return bytes;
  }

  /** How long it took to read them. */
  long nanos() {
    return nanos;
  }
}
