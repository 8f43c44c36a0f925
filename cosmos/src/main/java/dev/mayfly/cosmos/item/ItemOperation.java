package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.json.ItemBody;
import dev.mayfly.cosmos.json.ItemReader;
import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;

/**
 * What a client asks of one item, alone or in a batch: as the engine takes it, and with what the
 * answer needs.
 */
final class ItemOperation {
  private final WriteRequest request;
  private final Preconditions preconditions;
  private final byte[] body;
  private final byte[] bodyJson;
  private final PatchChange change;
  private final boolean isUpsert;

  private ItemOperation(
      WriteRequest request,
      boolean isUpsert,
      Preconditions preconditions,
      byte[] body,
      byte[] bodyJson,
      PatchChange change) {
    this.request = request;
    this.isUpsert = isUpsert;
    this.preconditions = preconditions;
    this.body = body;
    this.bodyJson = bodyJson;
    this.change = change;
  }

  /** A body as it came, and whether the client wants to see what became of it. */
  record Sent(byte[] json, int offset, int length, boolean answered) {
    ItemBody read() {
      return ItemReader.read(json, offset, length);
    }
  }

  static ItemOperation create(PartitionKey partition, Sent sent, Preconditions preconditions) {
    ItemBody item = sent.read();
    ItemKey key = new ItemKey(partition, ItemId.of(ItemIds.check(item.id())));
    return writing(
        false,
        new WriteRequest.Create(key, item.bson(), TtlReading.STRICT),
        preconditions,
        item,
        sent);
  }

  static ItemOperation upsert(PartitionKey partition, Sent sent, Preconditions preconditions) {
    ItemBody item = sent.read();
    ItemKey key = new ItemKey(partition, ItemId.of(ItemIds.check(item.id())));
    byte[] bson = item.bson();
    WriteRequest request;
    if (preconditions.mustExist()) {
      request = new WriteRequest.Replace(key, bson, null, TtlReading.STRICT);
    } else if (preconditions.mustNotExist()) {
      request = new WriteRequest.Create(key, bson, TtlReading.STRICT);
    } else {
      request = new WriteRequest.Upsert(key, bson, preconditions.etag(), TtlReading.STRICT);
    }
    return writing(true, request, preconditions, item, sent);
  }

  static ItemOperation replace(
      PartitionKey partition, String id, Sent sent, Preconditions preconditions) {
    ItemBody item = sent.read();
    if (!ItemIds.check(item.id()).equals(id)) {
      throw CosmosException.errors(
          400,
          0,
          "The id in the body must be that of the item that is replaced: an id can't be changed.");
    }
    ItemKey key = new ItemKey(partition, ItemId.of(id));
    return writing(
        false,
        new WriteRequest.Replace(key, item.bson(), preconditions.etag(), TtlReading.STRICT),
        preconditions,
        item,
        sent);
  }

  private static ItemOperation writing(
      boolean isUpsert,
      WriteRequest request,
      Preconditions preconditions,
      ItemBody item,
      Sent sent) {
    byte[] json = sent.answered() ? json(item.bson()) : null;
    return new ItemOperation(request, isUpsert, preconditions, item.bson(), json, null);
  }

  static ItemOperation patch(ItemKey key, PatchChange change, Preconditions preconditions) {
    WriteRequest request =
        new WriteRequest.Patch(
            key,
            change,
            change.operations(),
            preconditions.etag(),
            change.condition(),
            TtlReading.STRICT);
    return new ItemOperation(request, false, preconditions, null, null, change);
  }

  static ItemOperation delete(ItemKey key, Preconditions preconditions) {
    WriteRequest request = new WriteRequest.Delete(key, preconditions.etag());
    return new ItemOperation(request, false, preconditions, null, null, null);
  }

  static ItemOperation read(ItemKey key, Preconditions preconditions) {
    return new ItemOperation(new WriteRequest.Read(key), false, preconditions, null, null, null);
  }

  WriteRequest request() {
    return request;
  }

  /** The status of an operation that was done. */
  int status(WriteOutcome outcome) {
    return switch (outcome.kind()) {
      case CREATED -> 201;
      case REPLACED -> 200;
      case DELETED -> 204;
      case READ -> preconditions.isKnown(outcome.item().etag()) ? 304 : 200;
    };
  }

  /** Whether the answer shows what is there already, of which the client does not tell how much. */
  boolean showsWhatIsThere() {
    return request instanceof WriteRequest.Read || request instanceof WriteRequest.Patch;
  }

  /** Whether the client asks only for another version than this one. */
  boolean isKnown(Item item) {
    return request instanceof WriteRequest.Read && preconditions.isKnown(item.etag());
  }

  /** The JSON of the item as it is now. */
  byte[] json(StoredItem form, Item item) {
    return bodyJson == null ? json(form.document(item)) : form.json(bodyJson, item);
  }

  static byte[] json(byte[] document) {
    JsonWriter writer = new JsonWriter(document.length + document.length / 4);
    return writer.document(document).toByteArray();
  }

  /** A failure of this operation as the service would tell it. */
  Throwable told(Throwable failure) {
    if (!(failure instanceof EngineException e)) {
      return failure;
    }
    if (change != null && change.refusal() != null) {
      return change.refusal();
    }
    if (e.code() == ErrorCode.BAD_TTL) {
      return TtlRefusal.of(change == null ? body : change.changed());
    }
    boolean missed =
        request instanceof WriteRequest.Replace && e.code() == ErrorCode.ITEM_NOT_FOUND
            || request instanceof WriteRequest.Create && e.code() == ErrorCode.ALREADY_EXISTS;
    return isUpsert && missed ? CosmosException.preconditionFailed() : failure;
  }
}
