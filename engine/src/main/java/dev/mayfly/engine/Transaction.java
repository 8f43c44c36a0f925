package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.operation.ItemTransaction;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes over several containers in one commit. See {@link ItemTransaction} for its promises. */
public final class Transaction implements AutoCloseable {
  private final Container.Parts parts;
  private final ItemTransaction items;

  Transaction(Container.Parts parts, ItemTransaction items) {
    this.parts = requireNonNull(parts, "parts");
    this.items = requireNonNull(items, "items");
  }

  /** A container as this transaction sees it; what is written through it is part of this. */
  public Container in(Container container) {
    return Container.in(items, parts, container.opened());
  }

  /** As {@link #in}, by name; containers that this transaction has made are found too. */
  public Container container(String database, String name) {
    return Container.in(items, parts, items.container(database, name));
  }

  /**
   * Makes a container, and its database if there is none. Others see it after the commit; until
   * then they wait for its name, or conflict.
   */
  public Container createContainer(String database, ContainerDefinition definition) {
    return Container.in(items, parts, items.createContainer(database, definition));
  }

  /** Changes a container that this transaction has made, as long as nothing is in it. */
  public Container replaceContainer(String database, ContainerDefinition definition) {
    return Container.in(items, parts, items.replaceContainer(database, definition));
  }

  /** The body of an item as this transaction sees it, its own writes included, or null. */
  public byte[] read(Container container, ItemKey key) {
    Item item = in(container).read(key);
    return item == null ? null : item.body();
  }

  public WriteOutcome write(Container container, WriteRequest request) {
    return in(container).write(request);
  }

  /** How many items it is going to write. */
  public int writes() {
    return items.writes();
  }

  /** Whether it writes to containers with computed keys: its commit may take long to prepare. */
  public boolean computesKeys() {
    return items.computesKeys();
  }

  /** Whether the commit has something to write. */
  public boolean hasWrites() {
    return items.hasWrites();
  }

  /** What is pending takes so many bytes of the heap, about. */
  public long heapBytes() {
    return items.heapBytes();
  }

  /** Commits all writes, or throws WRITE_CONFLICT and writes none. */
  public List<WriteOutcome> commit() {
    return items.commit(null);
  }

  /**
   * As {@link #commit()}, with a receipt, and handed over: the completion is called on the
   * committing thread.
   *
   * @param name under which readers of the operation log see the transaction as a whole
   * @param receipt made with no outcome; null for none
   */
  public void submitCommit(
      byte[] name, Receipt receipt, BiConsumer<List<WriteOutcome>, Throwable> completion) {
    items.submitCommit(name, receipt, completion::accept);
  }

  @Override
  public void close() {
    items.close();
  }
}
