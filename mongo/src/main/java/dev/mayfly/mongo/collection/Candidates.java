package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.mongo.plan.IndexChooser;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Finds the documents that a query may be about with as few reads as it allows. */
public final class Candidates {
  private static final int IDS_MAX = 10_000;

  private Candidates() {}

  /**
   * The documents that may match, in any order; whoever asks still has to look at each.
   *
   * @param expected how many documents will probably be asked for
   */
  public static ItemStream of(Collection collection, Query query, Reader reader, long expected) {
    if (query.id() != null) {
      return byId(collection, query, reader);
    }
    return access(collection, query, reader).open(reader, expected);
  }

  private static ItemStream byId(Collection collection, Query query, Reader reader) {
    collection.uses().used();
    return new KeyedItems(reader, collection.container(), List.of(Collection.key(query.id())));
  }

  /**
   * The documents that may match, in the order that the query asks for. What no index has in that
   * order is read and sorted first.
   *
   * @param keep how many of the first are wanted
   * @param expected how many of those will probably be asked for at first
   */
  public static ItemStream sorted(
      Collection collection, Query query, Reader reader, long keep, long expected) {
    if (query.id() != null) {
      return byId(collection, query, reader);
    }
    Access access = access(collection, query, reader);
    return access.isOrdered()
        ? access.open(reader, expected)
        : SortedItems.of(collection, query, reader, access, keep);
  }

  /** The best way to the documents that may match. */
  public static Access access(Collection collection, Query query, Reader reader) {
    List<ItemKey> keys =
        query.id() != null
            ? List.of(Collection.key(query.id()))
            : keysOf(query.document(), query.order());
    if (keys != null) {
      return new KeyAccess(collection, query, keys);
    }
    if (Query.NATURAL.equals(query.hint())) {
      return new ScanAccess(collection, query);
    }
    IndexChooser.Choice choice =
        collection.readable().isEmpty()
            ? IndexChooser.Choice.NONE
            : choice(collection, query, reader);
    boolean hinted = !choice.plans().isEmpty() && query.hint() != null;
    IdAccess ids = choice.isBounded() || hinted ? null : IdAccess.of(collection, query);
    if (ids != null) {
      return ids;
    }
    return choice.plans().isEmpty()
        ? new ScanAccess(collection, query)
        : new IndexAccess(collection, query, choice);
  }

  private static IndexChooser.Choice choice(Collection collection, Query query, Reader reader) {
    return new IndexChooser(
            collection.readable(),
            reader.indexes(collection.container()),
            query.sort(),
            query.hint(),
            query.order().collation() == null,
            (plan, limit) -> reader.keys(collection.container(), plan, limit))
        .choose(query.document());
  }

  /** The documents that may match, the last one first, whatever it holds. */
  public static ItemStream backwards(
      Collection collection, Query query, Reader reader, long expected) {
    if (query.id() != null) {
      return byId(collection, query, reader);
    }
    return collection.spec().isCapped()
        ? SortedItems.reversed(collection, query, reader)
        : new CollectionScan(reader, collection.container(), CollectionScan.BACKWARDS, expected);
  }

  /** The one id that a document must have to match, or null. */
  public static BsonValue idOf(BsonDocument query, BsonOrder order) {
    BsonValue id = Filters.idOf(query);
    return id != null && isExact(id, order) ? id : null;
  }

  private static List<ItemKey> keysOf(BsonDocument query, BsonOrder order) {
    BsonValue condition = query.get("_id");
    if (condition == null || !condition.isDocument()) {
      return null;
    }
    BsonValue in = condition.asDocument().get("$in");
    if (in == null || !in.isArray() || in.asArray().size() > IDS_MAX) {
      return null;
    }
    TreeSet<BsonValue> ids = new TreeSet<>(BsonOrder.SIMPLE);
    for (BsonValue id : in.asArray()) {
      if (id.isNull() || id.isArray() || id.isRegularExpression() || !isExact(id, order)) {
        return null;
      }
      ids.add(id);
    }
    List<ItemKey> keys = new ArrayList<>(ids.size());
    for (BsonValue id : ids) {
      keys.add(Collection.key(id));
    }
    return keys;
  }

  /** With a collation several texts may be equal, and null is equal to what is undefined. */
  private static boolean isExact(BsonValue id, BsonOrder order) {
    return order.collation() == null
        || !(id.isString() || id.isDocument() || id.isArray() || id.isSymbol());
  }
}
