package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Small resources that belong to a parent: users, permissions, scripts, client encryption keys.
 * They are items of a container of the product's own, which is made with the first of them. All of
 * a parent are one logical partition. What a crash leaves of a deleted parent harms nobody, since
 * resource ids are never used again. One store is used for an engine.
 */
public final class ChildStore {
  private static final String DATABASE = Directory.OWN_PREFIX + "cosmos";
  private static final String CONTAINER = "children";
  private static final String PARENT = "parent";
  private static final String NAME = "name";
  private static final String NUMBER = "number";
  private static final String BODY = "body";

  /** The id of the item that counts a parent's children; no type has this segment. */
  private static final String COUNTER = "counter";

  private final Engine engine;

  public ChildStore(Engine engine) {
    this.engine = requireNonNull(engine, "engine");
  }

  /**
   * A resource as it is kept.
   *
   * @param body what the client gave
   * @param number unique among all that the parent ever had, from 1; fits 31 bits
   */
  public record Child(String id, BsonDocument body, long number, long tsSecond, Etag etag) {
    public Child {
      requireNonNull(id, "id");
      requireNonNull(body, "body");
      requireNonNull(etag, "etag");
    }
  }

  /** The child of that name, or null. */
  public Child find(String parentRid, ResourceType type, String id) {
    Container container = container();
    Item item = container == null ? null : container.read(key(parentRid, type, id));
    return item == null ? null : child(item);
  }

  /** The child of that name or resource id, or null; a name wins. */
  public Child find(ChildParent parent, ResourceType type, String id) {
    Child named = find(parent.rid(), type, id);
    if (named != null || ResourceId.parse(id) == null) {
      return named;
    }
    return list(parent.rid(), type).stream()
        .filter(child -> parent.childRid().apply(child.number()).equals(id))
        .findFirst()
        .orElse(null);
  }

  /** All children of a type, in the order of their ids. */
  public List<Child> list(String parentRid, ResourceType type) {
    Container container = container();
    List<Child> children = new ArrayList<>();
    if (container == null) {
      return children;
    }
    EpkRange range = EpkRange.of(container.definition().partitionKey(), PartitionKey.of(parentRid));
    String prefix = itemId(type, "");
    byte[] continuation = null;
    do {
      Page<Item> page = container.scan(range, continuation, ReadLimits.DEFAULT);
      for (Item item : page.entries()) {
        BsonDocument kept = new RawBsonDocument(item.body());
        // Two parents can share a place in the hash space.
        if (kept.getString(PARENT).getValue().equals(parentRid)
            && kept.getString("id").getValue().startsWith(prefix)) {
          children.add(child(item));
        }
      }
      continuation = page.continuation();
    } while (continuation != null);
    children.sort(Comparator.comparing(Child::id));
    return children;
  }

  /**
   * Makes a child.
   *
   * @throws EngineException ALREADY_EXISTS if the parent has one of that type and name
   */
  public synchronized Child create(
      String parentRid, ResourceType type, String id, BsonDocument body) {
    Container container = made();
    ItemKey counterKey = ItemKey.of(parentRid, COUNTER);
    Item counter = container.read(counterKey);
    long number = counter == null ? 1 : Math.addExact((int) number(counter.body()), 1);
    BsonDocument counted =
        new BsonDocument("id", new BsonString(COUNTER))
            .append(PARENT, new BsonString(parentRid))
            .append(NUMBER, new BsonInt64(number));
    try {
      List<WriteOutcome> outcomes =
          container.batch(
              List.of(
                  WriteRequest.upsert(counterKey, bytes(counted)),
                  WriteRequest.create(
                      key(parentRid, type, id), item(parentRid, type, id, number, body))));
      return child(outcomes.get(1).item());
    } catch (BatchRejectedException e) {
      throw e.failure();
    }
  }

  /**
   * Replaces what is kept of a child; its number stays.
   *
   * @param ifMatch the etag that it must have, or null
   * @throws EngineException PRECONDITION_FAILED if it has another etag
   */
  public Child replace(
      String parentRid, ResourceType type, String id, BsonDocument body, Etag ifMatch) {
    Container container = container();
    if (container == null) {
      throw notFound(id);
    }
    WriteRequest request =
        new WriteRequest.Patch(
            key(parentRid, type, id),
            kept -> item(parentRid, type, id, number(kept), body),
            1,
            ifMatch,
            TtlReading.STRICT);
    return child(container.write(request).item());
  }

  /**
   * Replaces what is kept of a child and gives it another name; its number stays, and so does what
   * belongs to it.
   *
   * @param ifMatch the etag that it must have, or null
   * @throws EngineException PRECONDITION_FAILED if it has another etag, ALREADY_EXISTS if the name
   *     is taken
   */
  public Child rename(
      String parentRid,
      ResourceType type,
      String id,
      String newId,
      BsonDocument body,
      Etag ifMatch) {
    Child before = find(parentRid, type, id);
    if (before == null) {
      throw notFound(id);
    }
    byte[] item = item(parentRid, type, newId, before.number(), body);
    try {
      List<WriteOutcome> outcomes =
          made()
              .batch(
                  List.of(
                      new WriteRequest.Delete(key(parentRid, type, id), ifMatch),
                      WriteRequest.create(key(parentRid, type, newId), item)));
      return child(outcomes.get(1).item());
    } catch (BatchRejectedException e) {
      throw e.failure();
    }
  }

  /** Deletes a child that must exist, and what belongs to it. */
  public void delete(String parentRid, ResourceType type, String id, Etag ifMatch) {
    Container container = container();
    if (container == null) {
      throw notFound(id);
    }
    WriteOutcome outcome =
        container.write(new WriteRequest.Delete(key(parentRid, type, id), ifMatch));
    if (type == ResourceType.USER) {
      deletePartition(container, userRid(parentRid, child(outcome.before())));
    }
  }

  /** Deletes all that belongs to a parent that was deleted: a database, container or user. */
  public void deleteAll(String parentRid) {
    Container container = container();
    if (container == null) {
      return;
    }
    for (Child user : list(parentRid, ResourceType.USER)) {
      deletePartition(container, userRid(parentRid, user));
    }
    deletePartition(container, parentRid);
  }

  private static EngineException notFound(String id) {
    return new EngineException(ErrorCode.ITEM_NOT_FOUND, "There is no '" + id + "'.");
  }

  private static void deletePartition(Container container, String parentRid) {
    if (container.read(ItemKey.of(parentRid, COUNTER)) != null) {
      container.deletePartition(PartitionKey.of(parentRid));
    }
  }

  private static String userRid(String databaseRid, Child user) {
    return ResourceId.user(ResourceId.databaseNumber(databaseRid), (int) user.number());
  }

  private Container container() {
    try {
      return engine.container(DATABASE, CONTAINER);
    } catch (EngineException e) {
      if (isMissing(e.code())) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isMissing(ErrorCode code) {
    return code == ErrorCode.DATABASE_NOT_FOUND || code == ErrorCode.CONTAINER_NOT_FOUND;
  }

  private synchronized Container made() {
    Container container = container();
    if (container != null) {
      return container;
    }
    // A crash may have come between the two.
    if (engine.databases().stream().noneMatch(database -> database.name().equals(DATABASE))) {
      engine.createDatabase(DATABASE);
    }
    return engine.createContainer(
        DATABASE,
        ContainerDefinition.named(CONTAINER)
            .partitionKey("/" + PARENT)
            .indexing(IndexingPolicy.OFF)
            .build());
  }

  private static ItemKey key(String parentRid, ResourceType type, String id) {
    return ItemKey.of(parentRid, itemId(type, id));
  }

  private static String itemId(ResourceType type, String id) {
    return type.segment() + "/" + id;
  }

  private static byte[] item(
      String parentRid, ResourceType type, String id, long number, BsonDocument body) {
    return bytes(
        new BsonDocument("id", new BsonString(itemId(type, id)))
            .append(PARENT, new BsonString(parentRid))
            .append(NAME, new BsonString(id))
            .append(NUMBER, new BsonInt64(number))
            .append(BODY, body));
  }

  private static long number(byte[] kept) {
    return new RawBsonDocument(kept).getInt64(NUMBER).getValue();
  }

  private static byte[] bytes(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, new BsonDocumentCodec());
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    return bytes;
  }

  private static Child child(Item item) {
    BsonDocument kept = new RawBsonDocument(item.body()).decode(new BsonDocumentCodec());
    return new Child(
        kept.getString(NAME).getValue(),
        kept.getDocument(BODY),
        kept.getInt64(NUMBER).getValue(),
        item.tsSecond(),
        item.etag());
  }
}
