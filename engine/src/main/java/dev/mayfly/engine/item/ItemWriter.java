package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ExpiryEvents;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.LogRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Decides writes: what is there, what is asked, the policy and the instant give rows or refusal.
 */
public final class ItemWriter {
  private final long incarnation;
  private final Quotas quotas;
  private final BiConsumer<WriteTransaction, OpenContainer> holdPurge;

  /**
   * @param holdPurge called with each import: its items may be old, and a person should look first
   */
  ItemWriter(
      long incarnation, Quotas quotas, BiConsumer<WriteTransaction, OpenContainer> holdPurge) {
    this.incarnation = incarnation;
    this.quotas = requireNonNull(quotas, "quotas");
    this.holdPurge = requireNonNull(holdPurge, "holdPurge");
  }

  /**
   * A request and all that could be made of it before its turn comes.
   *
   * @param receipt null for none
   */
  record Prepared(WriteRequest request, Address address, Draft draft, Receipt receipt) {}

  static Prepared prepare(OpenContainer container, WriteRequest request) {
    return request instanceof WriteRequest.Receipted receipted
        ? prepare(container, receipted.request(), receipted.receipt())
        : prepare(container, request, null);
  }

  private static Prepared prepare(OpenContainer container, WriteRequest request, Receipt receipt) {
    Face face = container.face();
    Address address =
        Address.of(container.number(), face.definition().partitionKey(), request.key());
    Draft draft = null;
    if (request instanceof WriteRequest.Create create) {
      draft = Draft.of(face, create.key(), create.body(), create.reading());
    } else if (request instanceof WriteRequest.Upsert upsert) {
      draft = Draft.of(face, upsert.key(), upsert.body(), upsert.reading());
    } else if (request instanceof WriteRequest.Replace replace) {
      draft = Draft.of(face, replace.key(), replace.body(), replace.reading());
    } else if (request instanceof WriteRequest.Import imported) {
      draft = Draft.of(face, imported.key(), imported.body(), imported.reading());
    }
    return new Prepared(request, address, draft, receipt);
  }

  WriteOutcome apply(WriteTransaction transaction, OpenContainer container, Prepared prepared) {
    if (container.isDropped()) {
      throw new EngineException(ErrorCode.CONTAINER_NOT_FOUND, "The container was deleted.");
    }
    WriteOutcome outcome = new OneItem(transaction, container, prepared.address()).apply(prepared);
    if (prepared.receipt() != null) {
      Receipts.put(transaction, prepared.receipt(), outcome);
    }
    return outcome;
  }

  /** One item during one write. */
  private final class OneItem {
    private final WriteTransaction transaction;
    private final OpenContainer container;
    private final Face face;
    private final Address address;
    private final Visibility visibility;
    private final ItemHeader stored;
    private final ItemHeader current;

    OneItem(WriteTransaction transaction, OpenContainer container, Address address) {
      this.transaction = transaction;
      this.container = container;
      this.face = container.face();
      this.address = address;
      this.visibility = face.at(transaction.nowSecond());
      byte[] row = transaction.get(Table.ITEMS, address.itemKey());
      this.stored = row == null ? null : ItemHeader.of(row);
      this.current = stored != null && visibility.isLive(stored, address.suffix()) ? stored : null;
    }

    WriteOutcome apply(Prepared prepared) {
      WriteRequest request = prepared.request();
      if (request instanceof WriteRequest.Create) {
        if (current != null) {
          throw new EngineException(
              ErrorCode.ALREADY_EXISTS, "An item with this id exists already.");
        }
        return write(prepared.draft(), null, 0);
      }
      if (request instanceof WriteRequest.Upsert upsert) {
        check(upsert.ifMatch());
        return write(prepared.draft(), null, 0);
      }
      if (request instanceof WriteRequest.Replace replace) {
        requireCurrent();
        check(replace.ifMatch());
        return write(prepared.draft(), null, 0);
      }
      if (request instanceof WriteRequest.Patch patch) {
        requireCurrent();
        check(patch.ifMatch());
        check(patch.condition());
        byte[] body = patch.change().apply(current.body());
        Draft draft = Draft.of(face, patch.key(), body, patch.reading());
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
      requireCurrent();
      if (request instanceof WriteRequest.Delete delete) {
        check(delete.ifMatch());
        check(delete.condition());
        return delete();
      }
      return new WriteOutcome(
          WriteOutcome.Kind.READ, item(current), null, Charges.read(current.sizeBytes()));
    }

    private void requireCurrent() {
      if (current == null) {
        throw new EngineException(ErrorCode.ITEM_NOT_FOUND, "There is no item with this id.");
      }
    }

    private void check(Etag ifMatch) {
      boolean matches =
          ifMatch == null
              || current != null && ifMatch.equals(new Etag(incarnation, current.lsn()));
      if (!matches) {
        throw new EngineException(
            ErrorCode.PRECONDITION_FAILED, "The item does not have the etag asked for.");
      }
    }

    private void check(Predicate<Item> condition) {
      if (condition != null && !condition.test(item(current))) {
        throw new EngineException(
            ErrorCode.PRECONDITION_FAILED, "The condition does not hold for the item.");
      }
    }

    private WriteOutcome write(Draft prepared, Long keptSecond, int patchOperations) {
      Draft draft = prepared.as(face);
      draft.checkTtl();
      quotas.check(
          transaction,
          container,
          face,
          address.partition(),
          draft.sizeBytes() - (current == null ? 0 : current.sizeBytes()));
      List<Claim> claims = draft.claims(address.partition());
      for (Claim claim : claims) {
        claim.check(transaction, container.number(), visibility, address.suffix());
      }
      List<IndexKeys> storedKeys = List.of();
      if (stored != null) {
        if (current == null) {
          DeadItems.logRemoval(transaction, face, visibility, address.suffix(), stored);
        }
        storedKeys = ItemRows.storedKeys(face, stored);
        ItemRows.removeOthers(transaction, face, address.suffix(), stored, storedKeys);
      }
      long lsn = transaction.nextLsn();
      long rid = current == null ? lsn : current.rid();
      ItemHeader next = draft.row(lsn, transaction.nowSecond(), rid, keptSecond);
      ItemRows.put(transaction, container, face, address, next, claims);
      IndexRows.replace(
          transaction,
          container,
          face,
          address.suffix(),
          storedKeys,
          current != null,
          draft.indexKeys());
      ItemRows.log(
          transaction,
          face,
          current == null ? LogRow.Kind.CREATE : LogRow.Kind.REPLACE,
          lsn,
          address.suffix(),
          next,
          current == null ? 0 : current.lsn());
      boolean bornDead = visibility.isExpired(next);
      quotas.changed(
          transaction,
          face,
          address.partition(),
          (bornDead ? 0 : next.sizeBytes()) - (current == null ? 0 : current.sizeBytes()));
      if (bornDead) {
        ExpiryEvents.recordIfPassed(
            transaction, face, visibility.nowSecond(), address.suffix(), next);
      }
      if (current == null) {
        return new WriteOutcome(
            WriteOutcome.Kind.CREATED,
            item(next),
            null,
            Charges.create(draft.sizeBytes(), draft.terms()));
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
      return new WriteOutcome(WriteOutcome.Kind.REPLACED, item(next), item(current), charge);
    }

    private WriteOutcome delete() {
      ItemRows.remove(transaction, face, address.suffix(), current);
      quotas.changed(transaction, face, address.partition(), -current.sizeBytes());
      long lsn = transaction.nextLsn();
      ItemRows.log(transaction, face, LogRow.Kind.DELETE, lsn, address.suffix(), current, 0);
      transaction.afterCommit(() -> container.changed(lsn));
      return new WriteOutcome(
          WriteOutcome.Kind.DELETED,
          null,
          item(current),
          Charges.delete(current.sizeBytes(), current.terms()));
    }

    private Item item(ItemHeader header) {
      return new Item(header, address.suffix(), incarnation, visibility.remainingSeconds(header));
    }
  }
}
