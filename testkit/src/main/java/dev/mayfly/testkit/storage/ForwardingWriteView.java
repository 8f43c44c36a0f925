package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;

/** Passes every call on to another view; wrappers change the calls they are about. */
public abstract class ForwardingWriteView implements WriteView {
  private final WriteView inner;

  protected ForwardingWriteView(WriteView inner) {
    this.inner = requireNonNull(inner, "inner");
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    return inner.get(table, key);
  }

  @Override
  public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
    return inner.cursor(table, fromInclusive, toExclusive);
  }

  @Override
  public void announce(Table table, byte[] first, byte[] last) {
    inner.announce(table, first, last);
  }

  @Override
  public void put(Table table, byte[] key, byte[] value) {
    inner.put(table, key, value);
  }

  @Override
  public void delete(Table table, byte[] key) {
    inner.delete(table, key);
  }

  @Override
  public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    inner.deleteRange(table, fromInclusive, toExclusive);
  }

  @Override
  public void requireSync() {
    inner.requireSync();
  }
}
