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
  private final BiConsumer<WriteTransaction, OpenContainer> holdPurge;

  /**
   * @param holdPurge called with each import: its items may be old, and an operator should confirm
   *     first
   */
  ItemWriter(
      long incarnation,
      Quotas quotas,
      WriteLocks locks,
      BiConsumer<WriteTransaction, OpenContainer> holdPurge) {
    this.incarnation = incarnation;
    this.quotas = requireNonNull(quotas, "quotas");
    this.locks = requireNonNull(locks, "locks");
    this.holdPurge = requireNonNull(holdPurge, "holdPurge");
  }

  /**
   * A request, and what is computed of it before it is decided.
   *
   * @param receipt null for none
   */
  record Prepared(WriteRequest request, ItemAddress address, ItemDraft draft, Receipt receipt) {}

  static Prepared prepare(OpenContainer container, WriteRequest request) {
    return request instanceof WriteRequest.Receipted receipted
        ? prepare(container, receipted.request(), receipted.receipt())
        : prepare(container, request, null);
  }

  private static Prepared prepare(OpenContainer container, WriteRequest request, Receipt receipt) {
    ContainerSnapshot snapshot = container.snapshot();
    ItemAddress address =
        ItemAddress.of(container.number(), snapshot.definition().partitionKey(), request.key());
    ItemDraft draft = null;
    if (request instanceof WriteRequest.Create create) {
      draft = ItemDraft.of(snapshot, create.key(), create.body(), create.reading());
    } else if (request instanceof WriteRequest.Upsert upsert) {
      draft = ItemDraft.of(snapshot, upsert.key(), upsert.body(), upsert.reading());
    } else if (request instanceof WriteRequest.Replace replace) {
      draft = ItemDraft.of(snapshot, replace.key(), replace.body(), replace.reading());
    } else if (request instanceof WriteRequest.Import imported) {
      draft = ItemDraft.of(snapshot, imported.key(), imported.body(), imported.reading());
    }
    return new Prepared(request, address, draft, receipt);
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
        byte[] body = patch.change().apply(current.body());
        ItemDraft draft = ItemDraft.of(snapshot, patch.key(), body, patch.reading());
        return write(draft, null, Math.max(patch.operations(), 1));
      }
      if (request instanceof WriteRequest.Import imported) {
        if (imported.keptSecond() > transaction.nowSecond()) {
          throw new EngineException(
              ErrorCode.BAD_REQUEST,
              "The time to keep, " + imported.keptSecond() + ", is in the future.");
        }
        WriteOutcome outcome = write(prepared.draft(), imported.keptSecond(), 0);
        holdPurge.accept(transaction, container);
        return outcome;
      }
      found.requireOne();
      if (request instanceof WriteRequest.Delete delete) {
        found.require(delete.ifMatch());
        found.require(delete.condition());
        return delete();
      }
      return new WriteOutcome(
          WriteOutcome.Kind.READ, found.item(current), null, Charges.read(current.sizeBytes()), 0);
    }

    private void requireFree(Table table, byte[] row) {
      locks.requireFree(committing == null ? null : committing.holder(), table, row);
    }

    /** What the transaction writes itself it has checked, and may be written in any order. */
    private void check(UniqueClaim claim) {
      requireFree(Table.UNIQUE, claim.row());
      byte[] owner =
          claim.owner(transaction::get, container.number(), visibility, address.suffix());
      if (owner != null && (committing == null || !committing.writes(container, owner))) {
        throw claim.violation();
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
      claims.forEach(this::check);
      List<IndexKeys> storedKeys = List.of();
      ItemRow stored = found.stored();
      if (stored != null) {
        if (current == null) {
          DeadItems.logRemoval(transaction, container, visibility, address.suffix(), stored);
        }
        storedKeys = ItemRows.storedKeys(snapshot, stored);
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
      ItemRows.remove(transaction, snapshot, address.suffix(), current);
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
