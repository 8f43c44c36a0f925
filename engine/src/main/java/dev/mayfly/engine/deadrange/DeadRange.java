package dev.mayfly.engine.deadrange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keys of a table between which a reader at or after a read point sees no items, but for those of a
 * few rows. Immutable.
 */
final class DeadRange {
  /** What the objects take, about. */
  private static final int OVERHEAD_BYTES = 200;

  private final byte[] from;
  private final byte[] to;
  private final List<LivingRow> living;
  private final long rows;
  private final ReadPoint point;
  private final long heldBytes;
  private final int lookedUp;

  /**
   * @param from the first key, inclusive
   * @param to the last key, exclusive
   * @param living the rows that may be of visible items, ascending
   * @param rows about how many dead rows it held when it was read
   * @param point by which they were judged
   */
  DeadRange(byte[] from, byte[] to, List<LivingRow> living, long rows, ReadPoint point) {
    this.from = from;
    this.to = to;
    this.living = living;
    this.rows = rows;
    this.point = point;
    long bytes = OVERHEAD_BYTES + from.length + to.length;
    int unknown = 0;
    for (LivingRow row : living) {
      bytes += row.heldBytes();
      unknown += row.lsn() == LivingRow.UNKNOWN ? 1 : 0;
    }
    this.heldBytes = bytes;
    this.lookedUp = unknown;
  }

  byte[] from() {
    return from;
  }

  byte[] to() {
    return to;
  }

  List<LivingRow> living() {
    return living;
  }

  long rows() {
    return rows;
  }

  long heldBytes() {
    return heldBytes;
  }

  /** How many of the living rows are looked up when it is read. */
  int lookedUp() {
    return lookedUp;
  }

  boolean isEmpty() {
    return Arrays.compareUnsigned(from, to) >= 0;
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
  }

  /** Dead stays dead (B5): later readers of the same or later rows see none of them. */
  boolean holdsFor(ReadPoint reader) {
    return point.second() <= reader.second()
        && point.version() <= reader.version()
        && point.writtenAfter() <= reader.committedBefore();
  }

  /** How many of the living rows are below a key. */
  int livingBelow(byte[] key) {
    int low = 0;
    int high = living.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(living.get(middle).key(), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** A part of it; how the dead rows are distributed is not known. */
  DeadRange part(byte[] first, byte[] end) {
    int start = livingBelow(first);
    List<LivingRow> within = living.subList(start, Math.max(start, livingBelow(end)));
    return new DeadRange(first, end, List.copyOf(within), rows / 2, point);
  }

  /** The same with one more row that may be of a visible item. */
  DeadRange with(byte[] key) {
    int at = livingBelow(key);
    if (at < living.size() && Arrays.equals(living.get(at).key(), key)) {
      return this;
    }
    List<LivingRow> more = new ArrayList<>(living.size() + 1);
    more.addAll(living.subList(0, at));
    more.add(LivingRow.unknown(key));
    more.addAll(living.subList(at, living.size()));
    return new DeadRange(from, to, more, rows, point);
  }

  /** This range and the one that begins where it ends. */
  DeadRange joined(DeadRange next) {
    List<LivingRow> all = new ArrayList<>(living.size() + next.living.size());
    all.addAll(living);
    all.addAll(next.living);
    return new DeadRange(from, next.to, all, rows + next.rows, point.latest(next.point));
  }
}
