package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.commit.OperationLog;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.Receipts;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.pending.WriteLocks;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Decides writes: what is there, what is asked, the policy and the instant give rows or refusal.
 */
final class ItemWriter {
  private final long incarnation;
  private final Quotas quotas;
  private final WriteLocks locks;
  private final RowLookup committed;
  private final BiConsumer<WriteTransaction, OpenContainer> holdPurge;

  /**
   * @param committed the rows as they are before a decision
   * @param holdPurge called with each kept time: such items may be old, and an operator should
   *     confirm first
   */
  ItemWriter(
      long incarnation,
      Quotas quotas,
      WriteLocks locks,
      RowLookup committed,
      BiConsumer<WriteTransaction, OpenContainer> holdPurge) {
    this.incarnation = incarnation;
    this.quotas = requireNonNull(quotas, "quotas");
    this.locks = requireNonNull(locks, "locks");
    this.committed = requireNonNull(committed, "committed");
    this.holdPurge = requireNonNull(holdPurge, "holdPurge");
  }

  /**
   * A request, and what is computed of it before it is decided.
   *
   * @param draft what the item becomes; null if that is not known yet
   * @param receipt null for none
   * @param seenLsn the version from which the draft of a patch was computed
   * @param ahead the keys of the version that is there; null if they are not worth it
   */
  record Prepared(
      WriteRequest request,
      ItemAddress address,
      ItemDraft draft,
      Receipt receipt,
      long seenLsn,
      KeysAhead ahead) {}

  Prepared prepare(OpenContainer container, WriteRequest request) {
    return request instanceof WriteRequest.Receipted receipted
        ? prepare(container, receipted.request(), receipted.receipt(), null)
        : prepare(container, request, null, null);
  }

  /** What a transaction is going to write; its body was looked through when it was written. */
  Prepared prepare(PendingItem pending) {
    return prepare(pending.container(), pending.request(), null, pending.draft());
  }

  private Prepared prepare(
      OpenContainer container, WriteRequest request, Receipt receipt, ItemDraft known) {
    ContainerSnapshot snapshot = container.snapshot();
    ItemAddress address =
        ItemAddress.of(container.number(), snapshot.definition().partitionKey(), request.key());
    ItemDraft draft = known != null ? known : draft(snapshot, request);
    boolean changes =
        request instanceof WriteRequest.Upsert
            || request instanceof WriteRequest.Replace
            || request instanceof WriteRequest.Patch
            || request instanceof WriteRequest.Delete;
    if (!changes || !snapshot.indexes().anyComputed()) {
      return new Prepared(request, address, draft, receipt, 0, null);
    }
    byte[] row = committed.get(Table.ITEMS, address.itemKey());
    long seenLsn = 0;
    if (row != null && request instanceof WriteRequest.Patch patch) {
      ItemRow seen = ItemRow.of(row);
      draft = patched(snapshot, patch, seen);
      seenLsn = seen.lsn();
    }
    boolean large = row != null && KeysAhead.areWorthIt(snapshot, row.length);
    KeysAhead ahead = large ? KeysAhead.of(snapshot, row) : null;
    return new Prepared(request, address, draft, receipt, seenLsn, ahead);
  }

  /** Looks through the body of a request; null if it has none. */
  private static ItemDraft draft(ContainerSnapshot snapshot, WriteRequest request) {
    if (request instanceof WriteRequest.Create create) {
      return ItemDraft.of(snapshot, create.key(), create.body(), create.reading());
    } else if (request instanceof WriteRequest.Upsert upsert) {
      return ItemDraft.of(snapshot, upsert.key(), upsert.body(), upsert.reading());
    } else if (request instanceof WriteRequest.Replace replace) {
      return ItemDraft.of(snapshot, replace.key(), replace.body(), replace.reading());
    } else if (request instanceof WriteRequest.Import imported) {
      return ItemDraft.of(snapshot, imported.key(), imported.body(), imported.reading());
    }
    return null;
  }

  /** What a patch makes of a version; null if it refuses, as the decision will then find out. */
  private static ItemDraft patched(
      ContainerSnapshot snapshot, WriteRequest.Patch patch, ItemRow seen) {
    try {
      byte[] body = patch.change().apply(seen.body());
      return ItemDraft.of(snapshot, patch.key(), body, patch.reading());
    } catch (RuntimeException e) {
      return null;
    }
  }

  WriteOutcome apply(WriteTransaction transaction, OpenContainer container, Prepared prepared) {
    return apply(transaction, container, prepared, null);
  }

  /**
   * @param committing the transaction that is committed; null if the write is of none
   */
  WriteOutcome apply(
      WriteTransaction transaction,
      OpenContainer container,
      Prepared prepared,
      ItemTransaction committing) {
    if (container.isDropped()) {
      throw new EngineException(ErrorCode.CONTAINER_NOT_FOUND, "The container was deleted.");
    }
    WriteOutcome outcome =
        new OneItem(transaction, container, prepared.address(), committing).apply(prepared);
    if (prepared.receipt() != null) {
      Receipts.put(transaction, prepared.receipt(), outcome);
    }
    return outcome;
  }

  /** One item during one write. */
  private final class OneItem {
    private final WriteTransaction transaction;
    private final OpenContainer container;
    private final ContainerSnapshot snapshot;
    private final ItemAddress address;
    private final ItemTransaction committing;
    private final Visibility visibility;
    private final FoundItem found;
    private final ItemRow current;
    private boolean replaces;
    private KeysAhead ahead;

    OneItem(
        WriteTransaction transaction,
        OpenContainer container,
        ItemAddress address,
        ItemTransaction committing) {
      this.committing = committing;
      this.transaction = transaction;
      this.container = container;
      this.snapshot = container.snapshot();
      this.address = address;
      this.visibility = snapshot.at(transaction.nowSecond());
      byte[] row = transaction.get(Table.ITEMS, address.itemKey());
      this.found = new FoundItem(address, visibility, row, incarnation);
      this.current = found.current();
    }

    WriteOutcome apply(Prepared prepared) {
      WriteRequest request = prepared.request();
      replaces = request.replaces();
      ahead = prepared.ahead();
      if (!(request instanceof WriteRequest.Read)) {
        requireFree(Table.ITEMS, address.itemKey());
      }
      if (request instanceof WriteRequest.Create) {
        found.requireNone();
        return write(prepared.draft(), null, 0);
      }
      if (request instanceof WriteRequest.Upsert upsert) {
        if (current != null) {
          found.require(upsert.ifMatch());
        }
        return write(prepared.draft(), null, 0);
      }
      if (request instanceof WriteRequest.Replace replace) {
        found.requireOne();
        found.require(replace.ifMatch());
        return write(prepared.draft(), null, 0);
      }
      if (request instanceof WriteRequest.Patch patch) {
        found.requireOne();
        found.require(patch.ifMatch());
        found.require(patch.condition());
        ItemDraft draft = prepared.draft();
        if (draft == null || prepared.seenLsn() != current.lsn()) {
          byte[] body = patch.change().apply(current.body());
          draft = ItemDraft.of(snapshot, patch.key(), body, patch.reading());
        }
        return write(draft, null, Math.max(patch.operations(), 1));
      }
      if (request instanceof WriteRequest.Import imported) {
        return bring(imported, prepared.draft());
      }
      found.requireOne();
      if (request instanceof WriteRequest.Delete delete) {
        found.require(delete.ifMatch());
        found.require(delete.condition());
        return delete();
      }
      return read();
    }

    private WriteOutcome read() {
      return new WriteOutcome(
          WriteOutcome.Kind.READ, found.item(current), null, Charges.read(current.sizeBytes()), 0);
    }

    private WriteOutcome bring(WriteRequest.Import imported, ItemDraft draft) {
      if (imported.existing() == WriteRequest.Existing.REFUSE) {
        found.requireNone();
      }
      if (imported.existing() == WriteRequest.Existing.KEEP && current != null) {
        return read();
      }
      Long kept = imported.keptSecond();
      if (kept != null && kept > transaction.nowSecond()) {
        throw new EngineException(
            ErrorCode.BAD_REQUEST, "The time to keep, " + kept + ", is in the future.");
      }
      WriteOutcome outcome = write(draft, kept, 0);
      if (kept != null) {
        holdPurge.accept(transaction, container);
      }
      return outcome;
    }

    private void requireFree(Table table, byte[] row) {
      locks.requireFree(committing == null ? null : committing.holder(), table, row);
    }

    /** What the transaction writes itself it has checked, and may be written in any order. */
    private void check(UniqueClaim claim, byte[] body) {
      requireFree(Table.UNIQUE, claim.row());
      byte[] owner =
          claim.owner(transaction::get, container.number(), visibility, address.suffix());
      if (owner != null && (committing == null || !committing.writes(container, owner))) {
        throw claim.violation(body);
      }
    }

    private WriteOutcome write(ItemDraft prepared, Long keptSecond, int patchOperations) {
      ItemDraft draft = prepared.as(snapshot);
      draft.checkTtl();
      quotas.check(
          transaction,
          container,
          snapshot,
          address.partition(),
          draft.sizeBytes() - (current == null ? 0 : current.sizeBytes()));
      List<UniqueClaim> claims = draft.claims(address.partition());
      claims.forEach(claim -> check(claim, draft.body()));
      List<IndexKeys> storedKeys = List.of();
      ItemRow stored = found.stored();
      if (stored != null) {
        if (current == null) {
          DeadItems.logRemoval(transaction, container, visibility, address.suffix(), stored);
        }
        storedKeys = KeysAhead.keys(ahead, snapshot, stored);
        ItemRows.removeOthers(transaction, snapshot, address.suffix(), stored, storedKeys);
      }
      long lsn = transaction.nextLsn();
      long rid = current == null ? lsn : current.rid();
      ItemRow next = draft.row(lsn, transaction.nowSecond(), rid, keptSecond);
      ItemRows.put(transaction, container, snapshot, address, next, claims);
      IndexRows.replace(
          transaction,
          container,
          snapshot,
          address.suffix(),
          storedKeys,
          current != null,
          draft.indexKeys());
      ItemRows.log(
          transaction,
          snapshot,
          current == null ? ChangeKind.CREATE : ChangeKind.REPLACE,
          lsn,
          address.suffix(),
          next,
          current == null ? 0 : current.lsn());
      OperationLog operations = transaction.operationLog();
      if (operations.includes(snapshot.definition())) {
        operations.changed(transaction, container.place(), lsn, replaces, current, next);
      }
      boolean bornDead = visibility.isExpired(next);
      quotas.changed(
          transaction,
          snapshot,
          address.partition(),
          (bornDead ? 0 : next.sizeBytes()) - (current == null ? 0 : current.sizeBytes()));
      if (bornDead
          && ExpiryEvents.recordIfPassed(transaction, visibility, address.suffix(), next)) {
        DeadItems.logDeath(transaction, container, address.suffix(), next);
      }
      if (current == null) {
        return new WriteOutcome(
            WriteOutcome.Kind.CREATED,
            found.item(next),
            null,
            Charges.create(draft.sizeBytes(), draft.terms()),
            transaction.logTime());
      }
      long charge =
          patchOperations > 0
              ? Charges.patch(
                  current.sizeBytes(),
                  current.terms(),
                  draft.sizeBytes(),
                  draft.terms(),
                  patchOperations)
              : Charges.replace(
                  current.sizeBytes(), current.terms(), draft.sizeBytes(), draft.terms());
      return new WriteOutcome(
          WriteOutcome.Kind.REPLACED,
          found.item(next),
          found.item(current),
          charge,
          transaction.logTime());
    }

    private WriteOutcome delete() {
      ItemRows.remove(transaction, snapshot, address.suffix(), current, ahead);
      quotas.changed(transaction, snapshot, address.partition(), -current.sizeBytes());
      long lsn = transaction.nextLsn();
      ItemRows.log(transaction, snapshot, ChangeKind.DELETE, lsn, address.suffix(), current, 0);
      OperationLog operations = transaction.operationLog();
      if (operations.includes(snapshot.definition())) {
        operations.changed(transaction, container.place(), lsn, false, current, null);
      }
      transaction.afterCommit(() -> container.changed(lsn));
      return new WriteOutcome(
          WriteOutcome.Kind.DELETED,
          null,
          found.item(current),
          Charges.delete(current.sizeBytes(), current.terms()),
          transaction.logTime());
    }
  }
}
