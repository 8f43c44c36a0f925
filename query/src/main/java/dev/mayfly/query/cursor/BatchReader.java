package dev.mayfly.query.cursor;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.ReadLimits;
import java.util.List;
import java.util.function.Predicate;

/** Reads the items of a plan batch by batch. */
abstract sealed class BatchReader permits KeyReader, AddressReader, ScanReader, IndexScanReader {
  final ReadSource source;
  private final BatchLimits limits;
  private int items;
  private CursorPosition position;
  private boolean end;

  BatchReader(ReadSource source, BatchLimits limits, CursorPosition start) {
    this.source = source;
    this.limits = limits;
    this.items = limits.items();
    this.position = start;
  }

  static BatchReader of(
      ReadPlan plan, ReadSource source, BatchLimits limits, CursorPosition start) {
    if (plan instanceof ReadPlan.Keys keys) {
      return new KeyReader(keys, source, limits, start);
    } else if (plan instanceof ReadPlan.Addresses addresses) {
      return new AddressReader(addresses, source, limits, start);
    } else if (plan instanceof ReadPlan.Indexes indexes) {
      return new IndexScanReader(indexes.scans(), source, limits, start);
    }
    return new ScanReader(plan, source, limits, start);
  }

  /**
   * Reads the next batch, which may be empty.
   *
   * @param filter which items of a scan to return; null for all
   */
  abstract List<Item> read(Predicate<Item> filter);

  /** The position after an item of the last batch. */
  abstract CursorPosition after(int item);

  /** The position after the last batch. */
  final CursorPosition position() {
    return position;
  }

  /** Whether nothing follows the last batch. */
  final boolean isEnd() {
    return end;
  }

  final void moveTo(CursorPosition next, boolean atEnd) {
    position = next;
    end = atEnd;
  }

  /** Goes back to a position of the last batch. */
  void resume(CursorPosition at) {
    moveTo(at, false);
  }

  /** The limits of the next read; each read may return more than the one before. */
  final ReadLimits nextLimits() {
    ReadLimits next = new ReadLimits(items, limits.bytes(), limits.rows());
    items = Math.min(BatchLimits.ITEMS_MAX, items * limits.growth());
    return next;
  }

  final int keysAtOnce() {
    return limits.keys();
  }
}
