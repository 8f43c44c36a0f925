package dev.mayfly.query.plan;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What access paths cost: the number of their index rows, those of expired items included. Rows are
 * counted up to a limit, which is cheap beside reading their items.
 */
final class CostModel {
  /**
   * An item found through an index takes the time of about ten that a scan passes, so an access
   * path with more than this share of all items is no better than a scan.
   */
  private static final int SCAN_SHARE = 16;

  /** Access paths with fewer rows are read whatever their share is. */
  private static final long SCAN_ITEMS = 200;

  /** A read in the order of an index is abandoned after this share of all items. */
  private static final int ORDERED_SHARE = 8;

  private static final long ORDERED_ITEMS = 2_000;

  /** So few items are sorted rather than reading an index in its order past all others. */
  private static final long SORTED_ITEMS = 500;

  /**
   * Results that are returned as they are found soon fill a page. If a scan would have to be worth
   * more rows than this, an index is read in any case.
   */
  private static final long STREAMED_ROWS = 5_000;

  /** Where an index is read in any case, rows are only counted so far to choose one. */
  private static final long CHOICE_ROWS = 2_000;

  /** With so few rows, those of another access path are not worth counting. */
  private static final long FEW_ROWS = 10;

  /** Of more ranges than this the rows are not counted: there are about as many. */
  private static final int RANGES_MAX = 50;

  /** A partition with fewer items is scanned. */
  static final long SMALL_PARTITION = 100;

  /** In one with fewer, only certain values are better found by an index than by a scan. */
  static final long LARGE_PARTITION = 1_000;

  private static final int PARTITIONS_MAX = 10;

  private final Reading reading;
  private final UnaryOperator<PathIndex> ready;
  private final List<EpkRange> partitions;
  private final boolean mayScan;
  private final Map<AccessPath, Long> counted = new IdentityHashMap<>();
  private long items = -1;

  /**
   * @param ready the index to read for one that serves
   * @param mayScan whether a scan is read if it costs less
   */
  CostModel(
      Reading reading, UnaryOperator<PathIndex> ready, List<EpkRange> partitions, boolean mayScan) {
    this.reading = reading;
    this.ready = ready;
    this.partitions = partitions;
    this.mayScan = mayScan;
  }

  /**
   * The access path with the fewest rows, of equals the first.
   *
   * @param path null if there was none
   * @param rows the limit if there may be more
   */
  record Fewest(AccessPath path, long rows) {}

  Fewest fewest(List<AccessPath> paths, long limit) {
    AccessPath best = null;
    long fewest = limit;
    for (AccessPath each : paths) {
      long ranges = each.ranges();
      long rows = ranges > RANGES_MAX ? Math.min(limit - 1, ranges) : rows(each, fewest);
      counted.put(each, rows);
      if (best == null || rows < fewest) {
        best = each;
        fewest = Math.min(fewest, rows);
      }
      if (fewest <= FEW_ROWS) {
        break;
      }
    }
    return new Fewest(best, fewest);
  }

  private long rows(AccessPath path, long limit) {
    List<IndexQuery> queries = new ArrayList<>();
    for (IndexAccess each : path.accesses()) {
      String name = ready.apply(each.index()).name();
      for (IndexRange range : each.bounds().ranges()) {
        partitions.forEach(within -> queries.add(new IndexQuery(name, range, false, within)));
      }
    }
    return reading.indexRows(queries, limit);
  }

  /** How many rows of an access path were counted, or {@link Explanation#NOT_COUNTED}. */
  long counted(AccessPath path) {
    return counted.getOrDefault(path, Explanation.NOT_COUNTED);
  }

  /** About how many items there are, if that is few; all partitions count as many. */
  long size() {
    if (partitions.size() > PARTITIONS_MAX) {
      return 0;
    }
    long size = 0;
    for (EpkRange range : partitions) {
      size +=
          range.equals(EpkRange.FULL) ? LARGE_PARTITION : reading.itemRows(range, LARGE_PARTITION);
    }
    return size;
  }

  /** Whether an index is read however many rows it has. */
  boolean isIndexBest(boolean streamed) {
    return !mayScan || streamed && scanRows() > STREAMED_ROWS;
  }

  private long items() {
    if (items < 0) {
      items = reading.estimatedItems();
    }
    return items;
  }

  /** With so many rows, a scan costs less. */
  private long scanRows() {
    return Math.max(SCAN_ITEMS, items() / SCAN_SHARE);
  }

  /**
   * How far rows are counted.
   *
   * @param ordered whether an index in the order of the sort could be read as well
   */
  long limit(boolean streamed, boolean ordered) {
    long limit = isIndexBest(streamed) ? CHOICE_ROWS : scanRows();
    return ordered ? Math.min(limit, SORTED_ITEMS) : limit;
  }

  /** After so many items a read in the order of an index is abandoned. */
  long orderedItemsMax() {
    return Math.max(ORDERED_ITEMS, items() / ORDERED_SHARE);
  }
}
