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
import java.util.List;

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

  /** For a replace that changes the id, the delete that comes before the create; null if none. */
  private WriteRequest removed;

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
    WriteRequest request =
        preconditions.mustNotExist()
            ? new WriteRequest.Create(key, bson, TtlReading.STRICT)
            : new WriteRequest.Upsert(key, bson, preconditions.etag(), TtlReading.STRICT);
    return writing(true, request, preconditions, item, sent);
  }

  static ItemOperation replace(
      PartitionKey partition, String id, Sent sent, Preconditions preconditions) {
    ItemBody item = sent.read();
    ItemKey key = new ItemKey(partition, ItemId.of(id));
    if (!ItemIds.check(item.id()).equals(id)) {
      ItemKey newKey = new ItemKey(partition, ItemId.of(item.id()));
      WriteRequest create = new WriteRequest.Create(newKey, item.bson(), TtlReading.STRICT);
      ItemOperation rename = writing(false, create, preconditions, item, sent);
      rename.removed = new WriteRequest.Delete(key, preconditions.etag());
      return rename;
    }
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

  /** Whether it replaces an item by one with another id: then all {@link #requests} are needed. */
  boolean isRename() {
    return removed != null;
  }

  /** The requests that must be done as one batch. */
  List<WriteRequest> requests() {
    return removed == null ? List.of(request) : List.of(removed, request);
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

  /** Whether the response contains stored content, whose size the request does not bound. */
  boolean showsWhatIsThere() {
    return request instanceof WriteRequest.Read || request instanceof WriteRequest.Patch;
  }

  /** Whether the client asks only for another version than this one. */
  boolean isKnown(Item item) {
    return request instanceof WriteRequest.Read && preconditions.isKnown(item.etag());
  }

  byte[] json(StoredItem form, Item item) {
    return bodyJson == null ? json(form.document(item)) : form.json(bodyJson, item);
  }

  static byte[] json(byte[] document) {
    JsonWriter writer = new JsonWriter(document.length + document.length / 4);
    return writer.document(document).toByteArray();
  }

  /** A failure of this operation as the service reports it. */
  Throwable reported(Throwable failure) {
    if (!(failure instanceof EngineException e)) {
      return failure;
    }
    if (change != null && change.refusal() != null) {
      return change.refusal();
    }
    if (request instanceof WriteRequest.Patch && e.code() == ErrorCode.ITEM_NOT_FOUND) {
      return CosmosException.resourceNotFound();
    }
    if (e.code() == ErrorCode.BAD_TTL) {
      return TtlErrors.of(change == null ? body : change.changed());
    }
    boolean exists = request instanceof WriteRequest.Create && e.code() == ErrorCode.ALREADY_EXISTS;
    return isUpsert && exists ? CosmosException.preconditionFailed() : failure;
  }
}
