package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.OwnContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.BatchRejectedException;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * Small resources that belong to a parent: users, permissions, scripts, client encryption keys.
 * They are items of a container of the product's own, which is made with the first of them. All of
 * a parent are one logical partition. Rows that a crash leaves of a deleted parent are harmless,
 * since resource ids are never used again. One store is used for an engine.
 */
public final class ChildStore {
  private static final String PARENT = "parent";
  private static final String NAME = "name";
  private static final String NUMBER = "number";
  private static final String BODY = "body";
  private static final String LIVE = "live";

  /** How many children a parent may have, of all types together. */
  static final int CHILDREN_MAX = 10_000;

  /** So much of bodies, and one more, is in a page. */
  private static final long PAGE_BYTES = 1L << 20;

  /** The id of the item that counts a parent's children; no type has this segment. */
  private static final String COUNTER = "counter";

  private final OwnContainer own;

  public ChildStore(Engine engine) {
    this.own = new OwnContainer(engine, Directory.OWN_PREFIX + "cosmos", "children", "/" + PARENT);
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

  /**
   * Some children of a type.
   *
   * @param next where to resume, or null at the end
   */
  public record ChildPage(List<Child> children, byte[] next) {
    public ChildPage {
      children = List.copyOf(children);
    }
  }

  /** The child of that name, or null. */
  public Child find(String parentRid, ResourceType type, String id) {
    Container container = own.find();
    Item item = container == null ? null : container.read(key(parentRid, type, id));
    return item == null ? null : child(item);
  }

  /** The child of that name or resource id, or null; a name wins. */
  public Child find(ChildParent parent, ResourceType type, String id) {
    Child named = find(parent.rid(), type, id);
    if (named != null || ResourceId.parse(id) == null) {
      return named;
    }
    return all(parent.rid(), type)
        .filter(child -> parent.childRid().apply(child.number()).equals(id))
        .findFirst()
        .orElse(null);
  }

  /** All children of a type, in the order of their ids, a few at a time. */
  public Stream<Child> all(String parentRid, ResourceType type) {
    Container container = own.find();
    if (container == null) {
      return Stream.empty();
    }
    ChildScan scan = scan(container, parentRid, itemId(type, ""), null);
    return Stream.iterate(scan.next(), Objects::nonNull, last -> scan.next())
        .map(ChildStore::child);
  }

  /**
   * A page of the children of a type, in the order of their ids.
   *
   * @param from where the page before ended, or null
   * @param count how many at most
   * @throws EngineException BAD_CONTINUATION if there is no such place
   */
  public ChildPage page(String parentRid, ResourceType type, byte[] from, int count) {
    Container container = own.find();
    List<Child> children = new ArrayList<>();
    if (container == null) {
      return new ChildPage(children, null);
    }
    ChildScan scan = scan(container, parentRid, itemId(type, ""), from);
    byte[] next = null;
    long bytes = 0;
    Item item = scan.next();
    while (item != null && children.size() < count && bytes < PAGE_BYTES) {
      children.add(child(item));
      bytes += item.sizeBytes();
      next = container.continuationAfter(item);
      item = scan.next();
    }
    return new ChildPage(children, item == null ? null : next);
  }

  private static ChildScan scan(
      Container container, String parentRid, String prefix, byte[] continuation) {
    return new ChildScan(
        container,
        parentRid,
        item -> {
          BsonDocument kept = new RawBsonDocument(item.body());
          // Two parents can share a place in the hash space.
          return kept.getString(PARENT).getValue().equals(parentRid)
              && kept.getString("id").getValue().startsWith(prefix);
        },
        continuation);
  }

  /**
   * Makes a child.
   *
   * @throws EngineException ALREADY_EXISTS if the parent has one of that type and name,
   *     QUOTA_EXCEEDED if it has too many
   */
  public synchronized Child create(
      String parentRid, ResourceType type, String id, BsonDocument body) {
    Container container = made();
    ItemKey counterKey = ItemKey.of(parentRid, COUNTER);
    Item counter = container.read(counterKey);
    long number = counter == null ? 1 : Math.addExact((int) number(counter.body()), 1);
    long live = counter == null ? 0 : live(container, parentRid, counter.body());
    if (live >= CHILDREN_MAX) {
      throw new EngineException(
          ErrorCode.QUOTA_EXCEEDED,
          "Quota exceeded: a parent has at most "
              + CHILDREN_MAX
              + " users, permissions, scripts and client encryption keys.");
    }
    try {
      List<WriteOutcome> outcomes =
          container.batch(
              List.of(
                  WriteRequest.upsert(counterKey, counter(parentRid, number, live + 1)),
                  WriteRequest.create(
                      key(parentRid, type, id), item(parentRid, type, id, number, body))));
      return child(outcomes.get(1).item());
    } catch (BatchRejectedException e) {
      throw e.failure();
    }
  }

  private static byte[] counter(String parentRid, long number, long live) {
    return bytes(
        new BsonDocument("id", new BsonString(COUNTER))
            .append(PARENT, new BsonString(parentRid))
            .append(NUMBER, new BsonInt64(number))
            .append(LIVE, new BsonInt64(live)));
  }

  /** How many children a parent has; earlier versions of Mayfly did not count. */
  private static long live(Container container, String parentRid, byte[] counter) {
    BsonDocument kept = new RawBsonDocument(counter);
    if (kept.containsKey(LIVE)) {
      return kept.getInt64(LIVE).getValue();
    }
    ChildScan scan = scan(container, parentRid, "", null);
    long items = 0;
    while (scan.next() != null) {
      items++;
    }
    // All but the counter itself.
    return items - 1;
  }

  /**
   * Replaces what is kept of a child; its number stays.
   *
   * @param ifMatch the etag that it must have, or null
   * @throws EngineException PRECONDITION_FAILED if it has another etag
   */
  public Child replace(
      String parentRid, ResourceType type, String id, BsonDocument body, Etag ifMatch) {
    Container container = own.find();
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
  public synchronized void delete(String parentRid, ResourceType type, String id, Etag ifMatch) {
    Container container = own.find();
    ItemKey counterKey = ItemKey.of(parentRid, COUNTER);
    Item counter = container == null ? null : container.read(counterKey);
    if (counter == null) {
      throw notFound(id);
    }
    long live = live(container, parentRid, counter.body());
    byte[] counted = counter(parentRid, number(counter.body()), live - 1);
    try {
      List<WriteOutcome> outcomes =
          container.batch(
              List.of(
                  new WriteRequest.Delete(key(parentRid, type, id), ifMatch),
                  WriteRequest.upsert(counterKey, counted)));
      if (type == ResourceType.USER) {
        deletePartition(container, userRid(parentRid, child(outcomes.get(0).before())));
      }
    } catch (BatchRejectedException e) {
      throw e.failure();
    }
  }

  /** Deletes all that belongs to a parent that was deleted: a database, container or user. */
  public void deleteAll(String parentRid) {
    Container container = own.find();
    if (container == null) {
      return;
    }
    all(parentRid, ResourceType.USER)
        .forEach(user -> deletePartition(container, userRid(parentRid, user)));
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

  private synchronized Container made() {
    return own.made();
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
