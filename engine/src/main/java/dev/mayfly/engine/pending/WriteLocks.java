package dev.mayfly.engine.pending;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.ItemLockedException;
import dev.mayfly.engine.storage.Table;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which rows open transactions are going to write. A transaction that finds a row locked by another
 * fails at once; a write outside of transactions is refused until the lock is released. Locks spare
 * waiting only: every commit checks once more that what it writes has not changed. While no
 * transaction holds a lock, a writer pays for one volatile read. Thread safe.
 */
public final class WriteLocks {
  private final ConcurrentHashMap<LockedRow, Holder> held = new ConcurrentHashMap<>();
  private final Set<Holder> holders = ConcurrentHashMap.newKeySet();
  private volatile boolean any;

  private record LockedRow(Table table, ByteBuffer key) {}

  /** An open transaction: what it has locked, and the containers that it has used. */
  public static final class Holder {
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final Set<LockedRow> rows = new HashSet<>();
    private final Set<Integer> containers = ConcurrentHashMap.newKeySet();

    private Holder() {}

    /** Completed when the transaction has ended. */
    public CompletableFuture<Void> released() {
      return released;
    }

    public void uses(int container) {
      containers.add(container);
    }
  }

  public Holder open() {
    Holder holder = new Holder();
    holders.add(holder);
    return holder;
  }

  /** How many transactions are open. */
  public int openCount() {
    return holders.size();
  }

  /** Locks a row for a transaction; false if another one has it. */
  public synchronized boolean take(Holder holder, Table table, byte[] key) {
    LockedRow row = new LockedRow(table, ByteBuffer.wrap(key));
    Holder before = held.putIfAbsent(row, requireNonNull(holder, "holder"));
    if (before != null) {
      return before == holder;
    }
    holder.rows.add(row);
    any = true;
    return true;
  }

  /**
   * Refuses a write to a row that an open transaction has locked.
   *
   * @param writer the transaction that writes; null if none does
   * @throws ItemLockedException if another one has locked it
   */
  public void requireFree(Holder writer, Table table, byte[] key) {
    if (!any) {
      return;
    }
    Holder holder = held.get(new LockedRow(table, ByteBuffer.wrap(key)));
    if (holder != null && holder != writer) {
      throw new ItemLockedException(holder.released);
    }
  }

  /** Ends a transaction: who waits for it may try again. */
  public void release(Holder holder) {
    synchronized (this) {
      holder.rows.forEach(held::remove);
      holder.rows.clear();
      any = !held.isEmpty();
    }
    holders.remove(holder);
    holder.released.complete(null);
  }

  /** Completed when all transactions have ended that are open now and have used a container. */
  public CompletableFuture<Void> usersOf(int container) {
    return CompletableFuture.allOf(
        holders.stream()
            .filter(each -> each.containers.contains(container))
            .map(Holder::released)
            .toArray(CompletableFuture[]::new));
  }
}
