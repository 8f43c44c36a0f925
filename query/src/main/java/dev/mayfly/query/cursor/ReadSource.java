package dev.mayfly.query.cursor;

import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.Lookup;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.List;

/**
 * What a cursor reads with, for one container: each front end has its own deadlines and charges.
 */
public interface ReadSource {
  /** The reading of the current batch of results. */
  Reading reading();

  /**
   * The number of the current batch of results. When it changes, items that were read before and
   * not returned are read again: all items of a batch are judged at one instant.
   */
  default int batch() {
    return 0;
  }

  /** The engine's continuation after an item that a scan returned. */
  byte[] continuationAfter(Item item);

  /** Adds what a read cost to the request. */
  default void charge(long centiRu) {}

  /** Why to stop before the next read, or null; not asked before the first one. */
  default CursorStop stop() {
    return null;
  }

  default Lookup lookup(List<ItemKey> keys) {
    return reading().lookup(keys);
  }

  /** A page of an index range; what happens if the index is gone is up to the source. */
  Page<IndexEntry> scan(IndexScan scan, byte[] continuation, ReadLimits limits);
}
