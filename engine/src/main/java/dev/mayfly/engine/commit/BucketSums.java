package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;

/** Sums over folded bucket rows, by the widest buckets that fit. */
final class BucketSums {
  /** Beyond any second that a BSON date or a deadline can name. */
  private static final long FAR = 1L << 55;

  private BucketSums() {}

  /** What stands in the buckets from one second to another, both included. */
  static Tally between(ReadView view, int container, int set, long firstSecond, long lastSecond) {
    long first = Math.max(firstSecond, -FAR);
    long last = Math.min(lastSecond, FAR);
    return first > last ? Tally.ZERO : sum(view, container, set, CountKeys.LEVELS - 1, first, last);
  }

  private static Tally sum(
      ReadView view, int container, int set, int level, long first, long last) {
    if (first > last) {
      return Tally.ZERO;
    }
    if (level == 0) {
      return rows(view, container, set, 0, first, last + 1);
    }
    long width = CountKeys.bucketSeconds(level);
    long from = CountKeys.bucketStart(level, first + width - 1);
    long to = CountKeys.bucketStart(level, last + 1);
    if (from >= to) {
      return sum(view, container, set, level - 1, first, last);
    }
    return sum(view, container, set, level - 1, first, from - 1)
        .plus(rows(view, container, set, level, from, to))
        .plus(sum(view, container, set, level - 1, to, last));
  }

  private static Tally rows(
      ReadView view, int container, int set, int level, long fromStart, long toStart) {
    long items = 0;
    long bytes = 0;
    try (RowCursor cursor =
        view.cursor(
            Table.COUNTS,
            CountKeys.bucket(container, set, level, fromStart),
            CountKeys.bucket(container, set, level, toStart))) {
      while (cursor.next()) {
        byte[] value = cursor.value();
        items += CountKeys.items(value);
        bytes += CountKeys.bytes(value);
      }
    }
    return new Tally(items, bytes);
  }
}
