package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.json.BsonBytes;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Items that come from a file, under the rules of those that clients write. */
public final class ItemImport {
  private ItemImport() {}

  /**
   * The write that brings in an item, whose partition key is that of its body. One without an id
   * gets a new one; what the server owns is dropped.
   *
   * @param item changed by the call
   * @param keptSecond from which its time counts; null for now
   * @throws EngineException if it can't be an item; what its values break is found by the write
   * @throws dev.mayfly.cosmos.http.CosmosException if its id or its size is not allowed
   */
  public static WriteRequest of(
      ContainerDefinition container,
      BsonDocument item,
      Long keptSecond,
      WriteRequest.Existing existing) {
    Json.serverOwned().forEach(item::remove);
    BsonValue id = item.get("id");
    if (id == null) {
      id = new BsonString(UUID.randomUUID().toString());
      item.append("id", id);
    }
    if (!id.isString()) {
      throw refused("The id is of the type " + id.getBsonType() + "; it must be a string.");
    }
    checkTypes(item);
    byte[] body = BsonBytes.encode(item);
    ItemSize.check(body);
    ItemId checked = ItemId.of(ItemIds.check(id.asString().getValue()));
    ItemKey key = new ItemKey(PartitionKey.fromBody(container.partitionKey(), body), checked);
    return new WriteRequest.Import(key, body, keptSecond, existing, TtlReading.STRICT);
  }

  private static void checkTypes(BsonValue value) {
    switch (value.getBsonType()) {
      case DOCUMENT -> value.asDocument().values().forEach(ItemImport::checkTypes);
      case ARRAY -> value.asArray().forEach(ItemImport::checkTypes);
      case DOUBLE -> {
        if (!Double.isFinite(value.asDouble().getValue())) {
          throw refused("JSON has no number " + value.asDouble().getValue() + ".");
        }
      }
      case STRING, BOOLEAN, NULL, INT32, INT64 -> {
        // JSON has these.
      }
      default ->
          throw refused(
              "A value is of the type "
                  + value.getBsonType()
                  + ", which JSON does not have: import it into a collection of MongoDB, or change"
                  + " it.");
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }
}
