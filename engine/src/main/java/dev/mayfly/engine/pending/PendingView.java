package dev.mayfly.engine.pending;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.NavigableMap;

/**
 * A view with pending rows over it, as one statement sees it. The time of a pending item has not
 * begun: it will be that of the commit, so each statement sees it as written in its own second.
 * Closing it does not close the view below.
 */
public final class PendingView implements ReadView {
  private final ReadView base;
  private final PendingRows pending;
  private final long second;

  public PendingView(ReadView base, PendingRows pending, long second) {
    this.base = requireNonNull(base, "base");
    this.pending = requireNonNull(pending, "pending");
    this.second = second;
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    NavigableMap<byte[], byte[]> rows = pending.of(table);
    if (rows == null) {
      return base.get(table, key);
    }
    byte[] value = rows.get(key);
    if (value != null) {
      return shown(table, value);
    }
    return rows.containsKey(key) ? null : base.get(table, key);
  }

  @Override
  public List<byte[]> getAll(Table table, List<byte[]> keys) {
    return pending.of(table) == null
        ? base.getAll(table, keys)
        : ReadView.super.getAll(table, keys);
  }

  @Override
  public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
    RowCursor rows = base.cursor(table, fromInclusive, toExclusive);
    NavigableMap<byte[], byte[]> own = within(table, fromInclusive, toExclusive);
    return own == null ? rows : new PendingCursor(rows, own, false, value -> shown(table, value));
  }

  @Override
  public RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive) {
    RowCursor rows = base.cursorDown(table, fromInclusive, toExclusive);
    NavigableMap<byte[], byte[]> own = within(table, fromInclusive, toExclusive);
    return own == null
        ? rows
        : new PendingCursor(rows, own.descendingMap(), true, value -> shown(table, value));
  }

  /** Null if nothing is pending there. */
  private NavigableMap<byte[], byte[]> within(Table table, byte[] from, byte[] to) {
    NavigableMap<byte[], byte[]> rows = pending.of(table);
    if (rows == null || rows.comparator().compare(from, to) >= 0) {
      return null;
    }
    NavigableMap<byte[], byte[]> own = rows.subMap(from, true, to, false);
    return own.isEmpty() ? null : own;
  }

  private byte[] shown(Table table, byte[] value) {
    return table == Table.ITEMS ? ItemRow.writtenAt(value, second) : value;
  }

  @Override
  public void close() {
    // The view below is the transaction's.
  }
}
