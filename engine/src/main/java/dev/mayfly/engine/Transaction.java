package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.ItemTransaction;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.List;

/** Writes over several containers in one commit. See {@link ItemTransaction} for its promises. */
public final class Transaction implements AutoCloseable {
  private final ItemTransaction items;

  Transaction(ItemTransaction items) {
    this.items = requireNonNull(items, "items");
  }

  /** The body of an item as this transaction sees it, its own writes included, or null. */
  public byte[] read(Container container, ItemKey key) {
    return items.read(container.opened(), key);
  }

  /** A page of a range as of the transaction's beginning, without its own writes. */
  public Page<Item> scan(
      Container container, EpkRange range, byte[] continuation, ReadLimits limits) {
    return items.scan(container.opened(), range, continuation, limits);
  }

  /** As {@link #scan}, through an index that was there when the transaction began. */
  public Page<IndexEntry> scanIndex(
      Container container, IndexQuery query, byte[] continuation, ReadLimits limits) {
    return items.scanIndex(container.opened(), query, continuation, limits);
  }

  public void write(Container container, WriteRequest request) {
    items.write(container.opened(), request);
  }

  /** Commits all writes, or throws WRITE_CONFLICT and writes none. */
  public List<WriteOutcome> commit() {
    return items.commit();
  }

  @Override
  public void close() {
    items.close();
  }
}
