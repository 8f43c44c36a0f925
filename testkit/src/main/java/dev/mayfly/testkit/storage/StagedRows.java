package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;

/** What one decision sees and writes: the committed tables, and a changed copy of them. */
final class StagedRows implements WriteView {
  private final Thread thread = Thread.currentThread();
  private final Tables committed;
  private Tables staged;
  private int writes;
  private boolean rangesAllowed;
  private boolean expired;

  StagedRows(Tables committed) {
    this.committed = committed;
    this.staged = committed;
  }

  Tables tables() {
    return staged;
  }

  int writes() {
    return writes;
  }

  void allowRanges(boolean allowed) {
    rangesAllowed = allowed;
  }

  void expire() {
    expired = true;
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    checkUsable();
    return staged.get(table, key);
  }

  @Override
  public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
    checkExclusive("walk rows");
    return committed.cursor(table, fromInclusive, toExclusive, this::checkUsable);
  }

  @Override
  public void announce(Table table, byte[] first, byte[] last) {
    checkUsable();
  }

  @Override
  public void put(Table table, byte[] key, byte[] value) {
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    write(table, staged.rows(table).with(key, value));
  }

  @Override
  public void delete(Table table, byte[] key) {
    write(table, staged.rows(table).without(requireNonNull(key, "key")));
  }

  @Override
  public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    checkExclusive("delete ranges");
    write(table, staged.rows(table).without(fromInclusive, toExclusive));
  }

  @Override
  public void requireSync() {
    checkUsable();
  }

  private void write(Table table, SortedRows changed) {
    checkUsable();
    staged = staged.with(table, changed);
    writes++;
  }

  private void checkExclusive(String what) {
    checkUsable();
    if (!rangesAllowed) {
      throw new IllegalStateException("Only exclusive decisions may " + what);
    }
  }

  private void checkUsable() {
    if (expired || Thread.currentThread() != thread) {
      throw new IllegalStateException("The view is valid only during its call, on its thread");
    }
  }
}
