package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.filter.Filters;
import dev.mayfly.mongo.plan.IndexPlan;
import dev.mayfly.mongo.plan.NearPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Chooses an access path for a query and opens it. */
public final class Candidates {
  private static final int IDS_MAX = 10_000;

  private Candidates() {}

  /**
   * The candidate documents in any order; the caller evaluates the filter.
   *
   * @param expected number of documents that will probably be needed
   */
  public static ItemStream of(Collection collection, Query query, Reader reader, long expected) {
    if (query.id() != null) {
      return byId(collection, query, reader);
    }
    return access(collection, query, reader).open(reader, expected);
  }

  private static ItemStream byId(Collection collection, Query query, Reader reader) {
    collection.uses().used();
    return PlannedItems.ofKeys(reader, collection.container(), List.of(Collection.key(query.id())));
  }

  /**
   * The candidate documents in the sort order of the query; without an index in that order, they
   * are read and sorted first.
   *
   * @param keep number of documents needed in total
   * @param expected number of documents that will probably be needed at first
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

  /** Sorts the matches among candidates. */
  public static ItemStream sorted(
      ItemStream candidates, Collection collection, Query query, Reader reader, long keep) {
    return SortedItems.of(candidates, collection, query, reader, keep);
  }

  /** The cheapest access path. */
  public static Access access(Collection collection, Query query, Reader reader) {
    if (query.near() != null) {
      return near(collection, query, reader);
    }
    List<ItemKey> keys =
        query.id() != null
            ? List.of(Collection.key(query.id()))
            : keysOf(query.document(), query.order());
    if (keys != null) {
      return Access.ofKeys(collection, query, keys);
    }
    if (query.search() != null) {
      return TextAccess.of(collection, query, reader.reading(collection.container()));
    }
    if (Query.NATURAL.equals(query.hint())) {
      return Access.ofScan(collection, query);
    }
    IndexPlan plan = collection.readable().isEmpty() ? null : plan(collection, query, reader);
    boolean bounded = plan != null && (plan.isBounded() || query.hint() != null);
    Access ids = bounded ? null : Access.ofIdRange(collection, query);
    if (ids != null) {
      return ids;
    }
    return plan == null
        ? Access.ofScan(collection, query)
        : Access.ofIndexes(collection, query, plan);
  }

  private static Access near(Collection collection, Query query, Reader reader) {
    NearPlan plan =
        NearPlan.of(
            query.near(),
            query.document(),
            collection.readable(),
            query.hint(),
            query.order().collation() == null,
            reader.reading(collection.container()));
    if (plan == null) {
      throw new MongoException(
          ErrorCodes.NO_QUERY_EXECUTION_PLANS,
          ("error processing query: ns=%s Tree: %s planner returned error :: caused by :: unable to"
                  + " find index for $geoNear query")
              .formatted(collection.namespace(), query.near()));
    }
    return Access.ofNear(collection, query, plan);
  }

  private static IndexPlan plan(Collection collection, Query query, Reader reader) {
    return IndexPlan.of(
        query.document(),
        query.sort(),
        collection.readable(),
        query.hint(),
        query.order().collation() == null,
        reader.reading(collection.container()));
  }

  /** The candidate documents in reverse natural order. */
  public static ItemStream backwards(
      Collection collection, Query query, Reader reader, long expected) {
    if (query.id() != null) {
      return byId(collection, query, reader);
    }
    if (query.near() != null) {
      return access(collection, query, reader).open(reader, expected);
    }
    return collection.spec().isCapped()
        ? SortedItems.reversed(collection, query, reader)
        : new PlannedItems(reader, collection.container(), PlannedItems.BACKWARDS, expected);
  }

  /** The only id that can match, or null. */
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

  /** With a collation several strings are equal, and null equals undefined. */
  private static boolean isExact(BsonValue id, BsonOrder order) {
    return order.collation() == null
        || !(id.isString() || id.isDocument() || id.isArray() || id.isSymbol());
  }
}
