package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.query.cursor.BatchLimits;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.CursorStop;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.cursor.ItemCursor;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.query.cursor.ReadSource;

/**
 * Reads for one cursor of a page. It stops when the page's time is up or the throughput is spent,
 * unless the query needs all items. An index that is gone is replaced by a scan that returns the
 * same items.
 */
final class PageReadSource implements ReadSource {
  private static final long BATCH_BYTES = 2L << 20;

  /** After so many rows the deadline is checked. */
  private static final int BATCH_ROWS = 10_000;

  /** After so many the throughput is checked, where there is a limit. */
  private static final int PAID_ROWS = 1_024;

  /** So many of the largest items stay below what the engine reads at once. */
  private static final int BATCH_KEYS = 30;

  /** Each batch of an index is larger than the one before by this factor. */
  private static final int INDEX_GROWTH = 2;

  private static final int PROBE_ITEMS = 8;

  private static final int PROBE_ROWS = 256;

  private final Container container;
  private final Reading reading;
  private final PageLimits limits;
  private boolean whole;

  PageReadSource(Container container, Reading reading, PageLimits limits) {
    this.container = requireNonNull(container, "container");
    this.reading = requireNonNull(reading, "reading");
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * A cursor over the items of a plan.
   *
   * @param expected how many items are likely to be needed
   */
  ItemCursor cursor(ReadPlan plan, CursorPosition start, long expected) {
    boolean paid = plan.isScan() && reading.hasThroughput();
    BatchLimits batches =
        new BatchLimits(
            BatchLimits.items(expected, 1),
            plan instanceof ReadPlan.Indexes ? INDEX_GROWTH : 1,
            BATCH_KEYS,
            BATCH_BYTES,
            paid ? PAID_ROWS : BATCH_ROWS);
    return new ItemCursor(this, plan, start, batches);
  }

  /** A cursor over the few next items of a plan. */
  ItemCursor probe(ReadPlan plan, PagePosition start) {
    int items = plan.isScan() && start.within() == null ? 1 : PROBE_ITEMS;
    return new ItemCursor(
        this,
        plan,
        start.cursor(),
        new BatchLimits(items, 1, PROBE_ITEMS, BATCH_BYTES, PROBE_ROWS));
  }

  /** Reads to the end, past the end of the page: the query can't be resumed before. */
  void readWhole() {
    reading.extendTo(limits.wholeEnd());
    whole = true;
  }

  @Override
  public Reading reading() {
    return reading;
  }

  @Override
  public byte[] continuationAfter(Item item) {
    return container.continuationAfter(item);
  }

  @Override
  public CursorStop stop() {
    if (reading.isTimeUp()) {
      return CursorStop.TIME;
    }
    return !whole && reading.isThroughputSpent() ? CursorStop.THROUGHPUT : null;
  }

  @Override
  public Page<IndexEntry> scan(IndexScan scan, byte[] continuation, ReadLimits batch) {
    return reading.scanLikeIndex(
        scan.index(), scan.query(), continuation, batch, limits.wholeEnd());
  }
}
