package dev.mayfly.query.cursor;

import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.read.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reads ranges of indexes, one after the other, and each item once. */
final class IndexScanReader extends BatchReader {
  private final List<IndexScan> scans;
  private final FirstScan first;
  private List<IndexEntry> entries = List.of();
  private int scan;

  IndexScanReader(
      List<IndexScan> scans, ReadSource source, BatchLimits limits, CursorPosition start) {
    super(source, limits, start);
    this.scans = scans;
    this.first = scans.size() < 2 ? null : new FirstScan(scans);
  }

  @Override
  List<Item> read(Predicate<Item> filter) {
    scan = position().part();
    if (scan >= scans.size()) {
      moveTo(position(), true);
      return List.of();
    }
    Page<IndexEntry> page = source.scan(scans.get(scan), position().continuation(), nextLimits());
    source.charge(page.chargeCentiRu());
    entries = new ArrayList<>(page.entries().size());
    List<Item> items = new ArrayList<>(page.entries().size());
    for (IndexEntry entry : page.entries()) {
      if (first == null || first.isFirst(scan, entry.item())) {
        entries.add(entry);
        items.add(entry.item());
      }
    }
    if (page.continuation() != null) {
      moveTo(new CursorPosition(scan, page.continuation()), false);
    } else {
      moveTo(new CursorPosition(scan + 1, null), scan + 1 == scans.size());
    }
    return items;
  }

  @Override
  CursorPosition after(int item) {
    return new CursorPosition(scan, entries.get(item).continuation());
  }
}
