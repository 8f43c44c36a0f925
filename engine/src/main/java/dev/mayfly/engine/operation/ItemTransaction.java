package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.Receipts;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.pending.PendingRows;
import dev.mayfly.engine.pending.WriteLocks;
import dev.mayfly.engine.registry.PendingCatalog;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes over several partitions and containers in one commit. It reads as of its beginning and its
 * own writes. The first writer wins: a write to an item that another transaction is going to write,
 * or that was written since this one began, fails with WRITE_CONFLICT at once. Each statement
 * judges expiry at its own instant; a write to an item that has died by the commit is a conflict
 * (D6). Not thread safe; must be closed.
 */
public final class ItemTransaction implements AutoCloseable {
  private static final int WRITES_MAX = 100_000;
  private static final long BYTES_MAX = 128L << 20;

  /** Pending versions have numbers above all that are committed, of 60 bits as resource ids do. */
  private static final long FIRST_LSN = 1L << 59;

  private final Committer committer;
  private final CommittedRows committed;
  private final ItemWriter writer;
  private final long incarnation;
  private final WriteLocks locks;
  private final WriteLocks.Holder holder;
  private final PendingRows rows = new PendingRows();
  private final TransactionViews views;
  private final PendingCatalog catalog;
  private final Map<Target, PendingItem> pending = new LinkedHashMap<>();
  private long nextLsn = FIRST_LSN;
  private long bytes;
  private boolean released;

  private record Target(int container, ByteBuffer suffix) {}

  public ItemTransaction(
      Items items,
      Committer committer,
      CommittedRows committed,
      WriteLocks locks,
      Function<WriteLocks.Holder, PendingCatalog> catalogs) {
    this.committer = requireNonNull(committer, "committer");
    this.committed = requireNonNull(committed, "committed");
    this.writer = items.writer();
    this.incarnation = items.incarnation();
    this.locks = requireNonNull(locks, "locks");
    this.holder = locks.open();
    this.catalog = catalogs.apply(holder);
    this.views =
        new TransactionViews(
            committed.storage().snapshot(), rows, committed.timekeeper(), holder::uses);
  }

  /** Where reads of this transaction take their rows from. */
  public ViewSource views() {
    return views;
  }

  WriteLocks.Holder holder() {
    return holder;
  }

  /** Whether it is going to write an item. */
  boolean writes(OpenContainer container, byte[] suffix) {
    return pending.containsKey(new Target(container.number(), ByteBuffer.wrap(suffix)));
  }

  /** How many items it is going to write. */
  public int writes() {
    return pending.size();
  }

  /** Whether it writes to containers with computed keys: its commit may take long to prepare. */
  public boolean computesKeys() {
    return pending.values().stream()
        .anyMatch(each -> each.container().snapshot().indexes().anyComputed());
  }

  public boolean hasWrites() {
    return !pending.isEmpty() || !catalog.isEmpty();
  }

  /** What is pending takes so many bytes of the heap, about. */
  public long heapBytes() {
    return bytes;
  }

  /** The container of that name, one that this transaction has made included. */
  public OpenContainer container(String database, String name) {
    views.requireOpen();
    return catalog.find(database, name);
  }

  /** Makes a container, and its database if there is none; others see it after the commit. */
  public OpenContainer createContainer(String database, ContainerDefinition definition) {
    views.requireOpen();
    long now = committed.timekeeper().nowSecond();
    OpenContainer made = catalog.create(database, definition, now);
    views.created(made.number());
    addIndexes(made);
    return made;
  }

  /** Changes the definition of a container that this transaction has made. */
  public OpenContainer replaceContainer(String database, ContainerDefinition definition) {
    views.requireOpen();
    OpenContainer made = catalog.find(database, definition.name());
    if (pending.values().stream().anyMatch(each -> each.container() == made && each.isWritten())) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED,
          "A container with items can't be changed in the transaction that made it.");
    }
    catalog.replace(database, definition, committed.timekeeper().nowSecond());
    addIndexes(made);
    return made;
  }

  private void addIndexes(OpenContainer made) {
    for (OpenIndex index : made.snapshot().indexes().list()) {
      rows.put(
          Table.META,
          MetaKeys.index(made.number(), index.id()),
          IndexProgressRow.encode(IndexProgress.READY));
    }
    views.indexesChanged(made.number());
  }

  /** All requests, or none: of a failure nothing stays. */
  public List<WriteOutcome> batch(OpenContainer container, List<WriteRequest> requests) {
    Map<Target, PendingItem> before = new LinkedHashMap<>();
    long bytesBefore = bytes;
    rows.mark();
    List<WriteOutcome> outcomes = new ArrayList<>(requests.size());
    try {
      for (WriteRequest request : requests) {
        ItemAddress address = address(container, request);
        Target target = target(container, address);
        if (!before.containsKey(target)) {
          before.put(target, pending.get(target));
        }
        outcomes.add(write(container, request));
      }
    } catch (RuntimeException e) {
      rows.undo();
      bytes = bytesBefore;
      before.forEach(this::restore);
      throw e instanceof EngineException refused && refused.code() != ErrorCode.WRITE_CONFLICT
          ? new BatchRejectedException(outcomes.size(), requests.size(), refused)
          : e;
    }
    rows.keep();
    return outcomes;
  }

  private void restore(Target target, PendingItem before) {
    if (before == null) {
      pending.remove(target);
    } else {
      pending.put(target, before);
    }
  }

  /** Notes a write; whether the item exists is judged now, as this transaction sees it. */
  public WriteOutcome write(OpenContainer container, WriteRequest request) {
    Visibility visibility = views.now(container);
    ItemAddress address = address(container, request);
    byte[] raw = views.rows(visibility).get(Table.ITEMS, address.itemKey());
    TransactionWrite write = new TransactionWrite(request, address, visibility, raw, incarnation);
    WriteOutcome read = write.readOnly();
    if (read != null) {
      return read;
    }
    ItemDraft draft = write.draft();
    PendingItem own = pending.get(target(container, address));
    ItemRow seen = own == null ? lock(container, visibility, address) : own.seen();
    List<UniqueClaim> claims = claim(container, visibility, write, draft);
    PendingItem next =
        new PendingItem(
            container,
            request.key(),
            address,
            seen,
            draft,
            request.replaces() || own != null && own.replaces());
    account(own, next);
    if (seen != null) {
      views.doomedAt(visibility.snapshot().policy().deadline(seen));
    }
    WriteOutcome outcome = put(write, draft, claims, views.rows(visibility)::get);
    pending.put(target(container, address), next);
    return outcome;
  }

  private void account(PendingItem own, PendingItem next) {
    long after = bytes + next.heapBytes() - (own == null ? 0 : own.heapBytes());
    if (pending.size() >= WRITES_MAX || after > BYTES_MAX) {
      throw new EngineException(
          ErrorCode.TRANSACTION_TOO_LARGE,
          "A transaction writes at most " + WRITES_MAX + " items and " + BYTES_MAX + " bytes.");
    }
    bytes = after;
  }

  /** Locks an item before its first write; returns what it was when the transaction began. */
  private ItemRow lock(OpenContainer container, Visibility visibility, ItemAddress address) {
    byte[] key = address.itemKey();
    if (!locks.take(holder, Table.ITEMS, key)) {
      throw TransactionViews.conflict("Another transaction is going to write the same item");
    }
    ItemRow seen = visibility.see(views.base().get(Table.ITEMS, key), address.suffix());
    ItemRow now = visibility.see(committed.storage().get(Table.ITEMS, key), address.suffix());
    if (!isSame(seen, now)) {
      throw TransactionViews.conflict("The item was changed since this transaction began");
    }
    return seen;
  }

  private static boolean isSame(ItemRow seen, ItemRow now) {
    return seen == null ? now == null : now != null && now.lsn() == seen.lsn();
  }

  /** Takes the unique values of the new version, and keeps those of the old one from others. */
  private List<UniqueClaim> claim(
      OpenContainer container, Visibility visibility, TransactionWrite write, ItemDraft draft) {
    byte[] suffix = write.address().suffix();
    List<UniqueClaim> claims =
        draft == null ? List.of() : draft.claims(write.address().partition());
    for (UniqueClaim claim : claims) {
      int number = container.number();
      if (claim.owner(views.rows(visibility)::get, number, visibility, suffix) != null) {
        throw claim.violation(draft.body());
      }
      lock(claim);
      byte[] owner = claim.owner(committed.storage()::get, number, visibility, suffix);
      if (owner != null && !writes(container, owner)) {
        throw TransactionViews.conflict("A unique value was taken since this transaction began");
      }
    }
    if (write.current() != null) {
      PendingIndexRows.claims(visibility.snapshot(), write.current()).forEach(this::lock);
    }
    return claims;
  }

  private void lock(UniqueClaim claim) {
    if (!locks.take(holder, Table.UNIQUE, claim.row())) {
      throw TransactionViews.conflict("Another transaction is going to take the same unique value");
    }
  }

  private WriteOutcome put(
      TransactionWrite write, ItemDraft draft, List<UniqueClaim> claims, RowLookup seen) {
    ContainerSnapshot snapshot = write.snapshot();
    ItemAddress address = write.address();
    if (write.stored() != null) {
      PendingIndexRows.remove(rows, seen, snapshot, address, write.stored());
    }
    if (draft == null) {
      rows.delete(Table.ITEMS, address.itemKey());
      return write.deleted();
    }
    long lsn = nextLsn++;
    ItemRow next = write.row(draft, lsn);
    rows.put(Table.ITEMS, address.itemKey(), next.row());
    if (PendingIndexRows.put(rows, snapshot, address, draft, claims, lsn)) {
      views.indexesChanged(snapshot.state().number());
    }
    return write.written(draft, next);
  }

  /**
   * Commits all writes, or none with WRITE_CONFLICT.
   *
   * @param receipt what is committed with them; null for none
   */
  public List<WriteOutcome> commit(Receipt receipt) {
    views.requireOpen();
    views.close();
    try {
      Commit commit = new Commit(null, receipt);
      return commit.isEmpty()
          ? List.of()
          : committer.execute(commit::run, options(CommitOptions.GROUPED));
    } finally {
      release();
    }
  }

  private CommitOptions options(CommitOptions usual) {
    return catalog.isEmpty() ? usual : CommitOptions.EXCLUSIVE;
  }

  /**
   * As {@link #commit}, handed over: the completion is called on the committing thread.
   *
   * @param name under which readers of the operation log see it as a whole
   */
  public void submitCommit(
      byte[] name, Receipt receipt, Completion<List<WriteOutcome>> completion) {
    views.requireOpen();
    views.close();
    Commit commit;
    try {
      commit = new Commit(name, receipt);
    } catch (RuntimeException e) {
      release();
      throw e;
    }
    if (commit.isEmpty()) {
      release();
      completion.complete(List.of(), null);
      return;
    }
    committer.submit(
        commit::run,
        options(CommitOptions.INLINE),
        (outcomes, failure) -> {
          release();
          completion.complete(outcomes, failure);
        });
  }

  /** The decision that writes everything. */
  private final class Commit {
    private final byte[] name;
    private final Receipt receipt;
    private final List<PendingItem> items = new ArrayList<>(pending.size());
    private final List<ItemWriter.Prepared> prepared = new ArrayList<>(pending.size());

    Commit(byte[] name, Receipt receipt) {
      this.name = name;
      this.receipt = receipt;
      for (PendingItem each : pending.values()) {
        items.add(each);
        prepared.add(writer.prepare(each));
      }
    }

    boolean isEmpty() {
      return items.isEmpty() && catalog.isEmpty() && receipt == null;
    }

    List<WriteOutcome> run(WriteTransaction transaction) {
      try {
        return write(transaction);
      } catch (EngineException e) {
        boolean lost =
            e.code() == ErrorCode.UNIQUE_KEY_VIOLATION
                || e.code() == ErrorCode.CONTAINER_NOT_FOUND
                || e.code() == ErrorCode.ALREADY_EXISTS;
        throw lost ? TransactionViews.conflict(e.getMessage()) : e;
      }
    }

    private List<WriteOutcome> write(WriteTransaction transaction) {
      if (name != null) {
        transaction.beginTransaction(name);
      }
      Map<Integer, OpenContainer> made = catalog.commit(transaction);
      for (PendingItem each : items) {
        requireUnchanged(transaction, each);
      }
      List<WriteOutcome> outcomes = new ArrayList<>(items.size());
      for (int i = 0; i < items.size(); i++) {
        PendingItem each = items.get(i);
        if (each.isWritten()) {
          OpenContainer container = made.getOrDefault(each.container().number(), each.container());
          outcomes.add(writer.apply(transaction, container, prepared.get(i), ItemTransaction.this));
        }
      }
      if (receipt != null) {
        Receipts.put(transaction, receipt, null);
      }
      return outcomes;
    }

    private void requireUnchanged(WriteTransaction transaction, PendingItem each) {
      Visibility visibility = each.container().snapshot().at(transaction.nowSecond());
      byte[] row = transaction.get(Table.ITEMS, each.address().itemKey());
      if (!isSame(each.seen(), visibility.see(row, each.address().suffix()))) {
        throw TransactionViews.conflict(
            "An item of this transaction was changed or expired before it committed");
      }
    }
  }

  private static ItemAddress address(OpenContainer container, WriteRequest request) {
    return ItemAddress.of(
        container.number(), container.snapshot().definition().partitionKey(), request.key());
  }

  private static Target target(OpenContainer container, ItemAddress address) {
    return new Target(container.number(), ByteBuffer.wrap(address.suffix()));
  }

  private void release() {
    if (!released) {
      released = true;
      locks.release(holder);
    }
  }

  /** Ends it; what was not committed is given up. */
  @Override
  public void close() {
    views.close();
    release();
  }
}
