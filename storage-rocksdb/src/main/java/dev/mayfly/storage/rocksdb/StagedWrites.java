package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows that a group has staged, on top of the committed ones. A hash table, because a group
 * asks for single rows only. Each row is there once however often the group wrote it, so only its
 * last value is committed. What the current decision did can be undone.
 */
final class StagedWrites {
  /** The value of a staged row that the group deletes. */
  static final byte[] DELETED = new byte[0];

  /** The value of a row that this group has nothing to say about. */
  static final byte[] UNKNOWN = new byte[0];

  private static final int BUCKETS_MIN = 64;
  private static final int BUCKETS_KEPT_MAX = 1 << 14;

  /** One staged row. The value may be {@link #DELETED} or {@link #UNKNOWN}. */
  static final class Row {
    final Table table;
    final byte[] key;
    final int hash;
    byte[] value = UNKNOWN;
    Row nextInBucket;

    Row(Table table, byte[] key, int hash) {
      this.table = table;
      this.key = key;
      this.hash = hash;
    }

    boolean isStaged() {
      return value != UNKNOWN;
    }
  }

  /** Deleted before any staged row is written. */
  record Range(Table table, byte[] fromInclusive, byte[] toExclusive) {
    boolean covers(Table otherTable, byte[] key) {
      return table == otherTable
          && Arrays.compareUnsigned(fromInclusive, key) <= 0
          && Arrays.compareUnsigned(key, toExclusive) < 0;
    }
  }

  private record Undo(Row row, byte[] value) {}

  private final List<Row> rows = new ArrayList<>();
  private final List<Range> ranges = new ArrayList<>();
  private final List<Undo> undos = new ArrayList<>();
  private Row[] buckets = new Row[BUCKETS_MIN];
  private int rangesAtMark;
  private long stagedBytes;

  /** Forgets everything. */
  void clear() {
    if (buckets.length > BUCKETS_KEPT_MAX) {
      buckets = new Row[BUCKETS_MIN];
    } else if (!rows.isEmpty()) {
      Arrays.fill(buckets, null);
    }
    rows.clear();
    ranges.clear();
    undos.clear();
    rangesAtMark = 0;
    stagedBytes = 0;
  }

  /** From here on {@link #undo} undoes. */
  void mark() {
    undos.clear();
    rangesAtMark = ranges.size();
  }

  /** True if anything was staged since the mark. */
  boolean changedSinceMark() {
    return !undos.isEmpty() || ranges.size() > rangesAtMark;
  }

  void undo() {
    for (int i = undos.size() - 1; i >= 0; i--) {
      Undo undo = undos.get(i);
      undo.row.value = undo.value;
    }
    undos.clear();
    ranges.subList(rangesAtMark, ranges.size()).clear();
  }

  /** The staged value, {@link #DELETED}, or {@link #UNKNOWN} if the committed row counts. */
  byte[] get(Table table, byte[] key) {
    if (rows.isEmpty() && ranges.isEmpty()) {
      return UNKNOWN;
    }
    Row row = find(table, key, KeyHash.of(table, key));
    if (row != null && row.isStaged()) {
      return row.value;
    }
    for (Range range : ranges) {
      if (range.covers(table, key)) {
        return DELETED;
      }
    }
    return UNKNOWN;
  }

  void put(Table table, byte[] key, byte[] value) {
    set(row(table, key), value);
    stagedBytes += key.length + value.length;
  }

  void delete(Table table, byte[] key) {
    set(row(table, key), DELETED);
    stagedBytes += key.length;
  }

  void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    Range range = new Range(table, fromInclusive, toExclusive);
    for (Row row : rows) {
      if (row.isStaged() && range.covers(row.table, row.key)) {
        set(row, DELETED);
      }
    }
    ranges.add(range);
    stagedBytes += fromInclusive.length + toExclusive.length;
  }

  /** Bytes staged since the last clear, undone ones included. */
  long stagedBytes() {
    return stagedBytes;
  }

  List<Range> ranges() {
    return ranges;
  }

  /** In the order in which they were first written, unstaged ones included. */
  List<Row> rows() {
    return rows;
  }

  private void set(Row row, byte[] value) {
    undos.add(new Undo(row, row.value));
    row.value = value;
  }

  private Row row(Table table, byte[] key) {
    int hash = KeyHash.of(table, key);
    Row row = find(table, key, hash);
    if (row == null) {
      if (rows.size() >= buckets.length) {
        grow();
      }
      row = new Row(table, key, hash);
      rows.add(row);
      link(row);
    }
    return row;
  }

  private Row find(Table table, byte[] key, int hash) {
    Row row = buckets[hash & (buckets.length - 1)];
    while (row != null
        && !(row.hash == hash && row.table == table && Arrays.equals(row.key, key))) {
      row = row.nextInBucket;
    }
    return row;
  }

  private void grow() {
    buckets = new Row[buckets.length * 4];
    rows.forEach(this::link);
  }

  private void link(Row row) {
    int bucket = row.hash & (buckets.length - 1);
    row.nextInBucket = buckets[bucket];
    buckets[bucket] = row;
  }
}
