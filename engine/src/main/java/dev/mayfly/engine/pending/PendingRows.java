package dev.mayfly.engine.pending;

import dev.mayfly.engine.storage.Table;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Rows that were written or deleted and are not committed. Not thread safe. */
public final class PendingRows {
  private final Map<Table, TreeMap<byte[], byte[]>> tables = new EnumMap<>(Table.class);

  /** What each row was before, the last change first; null while nothing can be undone. */
  private Deque<Before> journal;

  private record Before(Table table, byte[] key, boolean pending, byte[] value) {}

  /** What is pending of a table, null for deleted rows; null if nothing is. */
  NavigableMap<byte[], byte[]> of(Table table) {
    return tables.get(table);
  }

  public void put(Table table, byte[] key, byte[] value) {
    change(table, key, value);
  }

  public void delete(Table table, byte[] key) {
    change(table, key, null);
  }

  private void change(Table table, byte[] key, byte[] value) {
    TreeMap<byte[], byte[]> rows =
        tables.computeIfAbsent(table, absent -> new TreeMap<>(Arrays::compareUnsigned));
    if (journal != null) {
      journal.push(new Before(table, key, rows.containsKey(key), rows.get(key)));
    }
    rows.put(key, value);
  }

  /** From now on changes can be undone together, until they are kept. */
  public void mark() {
    journal = new ArrayDeque<>();
  }

  public void keep() {
    journal = null;
  }

  /** Takes back all changes since the mark. */
  public void undo() {
    for (Before before : journal) {
      TreeMap<byte[], byte[]> rows = tables.get(before.table());
      if (before.pending()) {
        rows.put(before.key(), before.value());
      } else {
        rows.remove(before.key());
      }
    }
    journal = null;
  }
}
