package dev.mayfly.engine.deadrange;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds dead ranges among rows that a walk has judged. It begins at a dead row and takes in what
 * follows, living rows too, as long as there are not many of these in a row and enough dead ones.
 */
final class RangeFinder {
  /** So many living rows in a row are read faster by a walk than one by one. */
  private static final int TAIL_MAX = 32;

  /** A range has at most so many living rows for each dead one. */
  private static final int LIVING_PER_DEAD_MAX = 2;

  private final DeadRanges ranges;
  private final ReadPoint point;
  private final Table table;
  private final boolean down;
  private final List<LivingRow> living = new ArrayList<>();

  /** Where the range begins on the side that the walk came from; null while there is none. */
  private byte[] start;

  /** Where one would begin: after the last living row or known range; null if not known. */
  private byte[] livingBefore;

  private byte[] boundBefore;
  private long dead;
  private long found;
  private int tail;

  RangeFinder(DeadRanges ranges, ReadPoint point, Table table, boolean down, byte[] bound) {
    this.ranges = ranges;
    this.point = point;
    this.table = table;
    this.down = down;
    this.boundBefore = bound;
  }

  /** Whether rows belong to a range, so that the keys of living ones are needed. */
  boolean isOpen() {
    return start != null;
  }

  /**
   * Rows are dead.
   *
   * @param key of the first of them; needed only if no range is open
   * @param rows how many
   */
  void dead(byte[] key, long rows) {
    open(key);
    dead += rows;
    found += rows;
    tail = 0;
  }

  /** A walk enters a known range at a key. */
  void known(byte[] key, DeadRange range) {
    open(key);
    dead += range.rows();
    tail = 0;
  }

  private void open(byte[] key) {
    if (start != null) {
      return;
    }
    if (boundBefore != null) {
      start = boundBefore;
    } else if (livingBefore != null) {
      start = after(livingBefore);
    } else {
      start = down ? Bytes.next(key) : key;
    }
  }

  /** Where keys begin that follow a row. */
  private byte[] after(byte[] key) {
    return down ? key : Bytes.next(key);
  }

  /** Where keys end that come before a row. */
  private byte[] before(byte[] key) {
    return down ? Bytes.next(key) : key;
  }

  /**
   * A row is alive, or may be.
   *
   * @param known whether it is one of a known range
   */
  void living(LivingRow row, boolean known) {
    if (start == null) {
      livingBefore = row.key();
      boundBefore = null;
      return;
    }
    living.add(row);
    tail = known ? 0 : tail + 1;
    if (tail == TAIL_MAX) {
      List<LivingRow> last = living.subList(living.size() - TAIL_MAX, living.size());
      byte[] end = before(last.get(0).key());
      last.clear();
      add(end);
      close();
      livingBefore = row.key();
    } else if (living.size() == DeadRanges.LIVING_MAX) {
      byte[] end = after(row.key());
      add(end);
      close();
      boundBefore = end;
    }
  }

  /** A living row whose key is not known. */
  void unknown() {
    livingBefore = null;
    boundBefore = null;
  }

  private void close() {
    living.clear();
    start = null;
    livingBefore = null;
    boundBefore = null;
    dead = 0;
    found = 0;
    tail = 0;
  }

  /** The walk ends: all rows before that bound were judged. */
  void end(byte[] bound) {
    if (start != null) {
      add(bound);
      close();
    }
  }

  boolean hasFound() {
    return start != null && found > 0;
  }

  private void add(byte[] end) {
    boolean enough =
        found > 0
            && found >= ranges.rowsMin() / 2
            && dead >= ranges.rowsMin()
            && living.size() <= dead * LIVING_PER_DEAD_MAX;
    if (enough) {
      if (down) {
        Collections.reverse(living);
      }
      ranges.add(table, down ? end : start, down ? start : end, living, dead, point);
    }
  }
}
