package dev.mayfly.engine.operation;

import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.ru.Charges;

/** Decides one write of a transaction by what the transaction sees of the item. */
final class TransactionWrite {
  /** The log time of what is not committed. */
  private static final long PENDING = 0;

  private final WriteRequest request;
  private final ItemAddress address;
  private final Visibility visibility;
  private final FoundItem found;
  private final ItemRow current;

  /**
   * @param raw the row that is there, alive or not; null if none is
   */
  TransactionWrite(
      WriteRequest request,
      ItemAddress address,
      Visibility visibility,
      byte[] raw,
      long incarnation) {
    this.request = request;
    this.address = address;
    this.visibility = visibility;
    this.found = new FoundItem(address, visibility, raw, incarnation);
    this.current = found.current();
  }

  ItemAddress address() {
    return address;
  }

  ContainerSnapshot snapshot() {
    return visibility.snapshot();
  }

  /** The row that is there, alive or not; null if none is. */
  ItemRow stored() {
    return found.stored();
  }

  /** The item that is there; null if none is. */
  ItemRow current() {
    return current;
  }

  /** The outcome of a request that only reads; null for others. */
  WriteOutcome readOnly() {
    if (!(request instanceof WriteRequest.Read)) {
      return null;
    }
    found.requireOne();
    return new WriteOutcome(
        WriteOutcome.Kind.READ,
        found.item(current),
        null,
        Charges.read(current.sizeBytes()),
        PENDING);
  }

  /** What the item becomes; null if it is deleted. Refused as outside of a transaction. */
  ItemDraft draft() {
    if (request instanceof WriteRequest.Create create) {
      found.requireNone();
      return checked(ItemDraft.of(snapshot(), create.key(), create.body(), create.reading()));
    }
    if (request instanceof WriteRequest.Upsert upsert) {
      if (current != null) {
        found.require(upsert.ifMatch());
      }
      return checked(ItemDraft.of(snapshot(), upsert.key(), upsert.body(), upsert.reading()));
    }
    if (request instanceof WriteRequest.Import || request instanceof WriteRequest.Receipted) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED,
          "Imports and receipts of single writes are not possible in a transaction.");
    }
    found.requireOne();
    if (request instanceof WriteRequest.Replace replace) {
      found.require(replace.ifMatch());
      return checked(ItemDraft.of(snapshot(), replace.key(), replace.body(), replace.reading()));
    }
    if (request instanceof WriteRequest.Patch patch) {
      found.require(patch.ifMatch());
      found.require(patch.condition());
      byte[] body = patch.change().apply(current.body());
      return checked(ItemDraft.of(snapshot(), patch.key(), body, patch.reading()));
    }
    WriteRequest.Delete delete = (WriteRequest.Delete) request;
    found.require(delete.ifMatch());
    found.require(delete.condition());
    return null;
  }

  private static ItemDraft checked(ItemDraft draft) {
    draft.checkTtl();
    return draft;
  }

  ItemRow row(ItemDraft draft, long lsn) {
    return draft.row(lsn, visibility.nowSecond(), current == null ? lsn : current.rid(), null);
  }

  WriteOutcome written(ItemDraft draft, ItemRow next) {
    if (current == null) {
      return new WriteOutcome(
          WriteOutcome.Kind.CREATED,
          found.item(next),
          null,
          Charges.create(draft.sizeBytes(), draft.terms()),
          PENDING);
    }
    return new WriteOutcome(
        WriteOutcome.Kind.REPLACED,
        found.item(next),
        found.item(current),
        Charges.replace(current.sizeBytes(), current.terms(), draft.sizeBytes(), draft.terms()),
        PENDING);
  }

  WriteOutcome deleted() {
    return new WriteOutcome(
        WriteOutcome.Kind.DELETED,
        null,
        found.item(current),
        Charges.delete(current.sizeBytes(), current.terms()),
        PENDING);
  }
}
