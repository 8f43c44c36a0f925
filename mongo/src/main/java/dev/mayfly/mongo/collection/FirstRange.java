package dev.mayfly.mongo.collection;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.item.Item;
import java.util.Arrays;
import java.util.List;

/**
 * Tells in which of several ranges of an index a document comes first, so that one with several
 * keys is told once. That is seen from the document itself; nothing is remembered.
 */
final class FirstRange {
  private static final byte[] NO_PREFIX = new byte[0];

  private final OpenIndex index;
  private final KeyRange[] ranges;
  private final boolean ascending;

  /**
   * @param ranges in the order of the index, or in the opposite one
   */
  FirstRange(OpenIndex index, List<IndexRange> ranges) {
    this.index = index;
    this.ranges =
        ranges.stream().map(each -> each.in(index.index(), NO_PREFIX)).toArray(KeyRange[]::new);
    this.ascending = Arrays.compareUnsigned(this.ranges[0].from(), this.ranges[1].from()) < 0;
  }

  /** Whether a document that was found in a range is in none before it. */
  boolean is(int range, Item item) {
    List<byte[]> keys = index.reader().read(item.body()).keys();
    if (keys.size() < 2) {
      return true;
    }
    // Keys that were cut are not where their values are: then every range is asked.
    if (keys.stream().anyMatch(key -> KeyBytes.isCut(key.length))) {
      return isByAsking(range, item.body());
    }
    for (byte[] key : keys) {
      int found = find(key);
      if (found >= 0 && found < range) {
        return false;
      }
    }
    return true;
  }

  private boolean isByAsking(int range, byte[] body) {
    for (int i = 0; i < range; i++) {
      if (!ranges[i].within(index.reader(), body).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The range that holds a key, or -1. */
  private int find(byte[] key) {
    int low = 0;
    int high = ranges.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(key, ranges[middle].from()) < 0) {
        high = ascending ? middle - 1 : high;
        low = ascending ? low : middle + 1;
      } else if (Arrays.compareUnsigned(key, ranges[middle].to()) >= 0) {
        low = ascending ? middle + 1 : low;
        high = ascending ? high : middle - 1;
      } else {
        return middle;
      }
    }
    return -1;
  }
}
