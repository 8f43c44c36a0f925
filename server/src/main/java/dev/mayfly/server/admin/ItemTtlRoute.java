package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.resource.PartitionKeyHeader;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** How long an item still has (rule G3). */
final class ItemTtlRoute implements Route {
  static final String PATH = "/containers/{database}/{container}/items/{id}/ttl";

  private static final int ID = 5;

  private final AdminTarget target;

  ItemTtlRoute(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  @Override
  public AdminResponse answer(AdminRequest request) {
    Container container = ManagedContainer.of(target.engine(), request);
    PartitionKey partition = partition(request, container);
    List<ItemKey> keys = new ArrayList<>();
    for (BsonValue id : ids(request.segment(ID), ManagedContainer.isCollection(container))) {
      keys.add(new ItemKey(partition, ItemId.of(id)));
    }
    List<Item> found = container.beginUncharged(System.nanoTime()).readMany(keys).entries();
    if (found.isEmpty()) {
      throw new AdminException(
          404,
          "there is no item '"
              + request.segment(ID)
              + "' with that partition key, or it has expired; check the id and ?partitionKey=");
    }
    Item item = found.get(0);
    boolean never = item.remainingSeconds() == Long.MAX_VALUE;
    long now = target.clock().epochSecond();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("remainingSeconds", never ? null : item.remainingSeconds());
    answer.put("deadline", never ? null : now + item.remainingSeconds());
    answer.put("lastWritten", item.tsSecond());
    return AdminResponse.json(200, answer);
  }

  private static PartitionKey partition(AdminRequest request, Container container) {
    String text = request.parameter("partitionKey");
    try {
      return PartitionKeyHeader.complete(text, container.definition().partitionKey());
    } catch (CosmosException e) {
      throw new AdminException(
          400,
          "partitionKey is "
              + (text == null ? "missing" : "'" + text + "'")
              + "; it must be a JSON array with a value for each of "
              + container.definition().partitionKey().paths()
              + ", as in ?partitionKey=[\"p\"]");
    }
  }

  /** What the id may mean: in a collection of MongoDB also an ObjectId or a value in JSON. */
  private static List<BsonValue> ids(String text, boolean collection) {
    List<BsonValue> ids = new ArrayList<>();
    ids.add(new BsonString(text));
    if (collection) {
      if (ObjectId.isValid(text)) {
        ids.add(new BsonObjectId(new ObjectId(text)));
      }
      try {
        ids.add(JsonText.parse("{\"id\":" + text + "}").get("id"));
      } catch (IllegalArgumentException e) {
        // It is a plain text only.
      }
    }
    return ids;
  }
}
