package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.plan.IdBounds;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * By a range of ids, in their order: documents lie in it.
 *
 * @param range null if no document can match
 */
record IdAccess(Collection collection, Query query, IdRange range) implements Access {
  IdAccess {
    requireNonNull(collection, "collection");
    requireNonNull(query, "query");
  }

  /** Null if the ids are of no use to the query. */
  static IdAccess of(Collection collection, Query query) {
    if (query.order().collation() != null) {
      return null;
    }
    IdBounds.Range bounds = IdBounds.of(query.document());
    boolean hinted = collection.spec().idIndex().name().equals(query.hint());
    if (bounds == null && !hinted && !isInOrder(query)) {
      return null;
    }
    boolean backwards = isInOrder(query) && isBackwards(query);
    if (bounds == null) {
      return new IdAccess(collection, query, new IdRange(PartitionKey.NONE, null, null, backwards));
    }
    return new IdAccess(
        collection,
        query,
        bounds.isEmpty()
            ? null
            : new IdRange(PartitionKey.NONE, bounds.lower(), bounds.upper(), backwards));
  }

  /** Whether a query asks for the order of the ids, in either direction. */
  static boolean isInOrder(Query query) {
    return query.sort() != null
        && query.order().collation() == null
        && query.sort().fields().get(0).path().equals("_id");
  }

  static boolean isBackwards(Query query) {
    SortPattern.Field first = query.sort().fields().get(0);
    return first.descending();
  }

  @Override
  public boolean isOrdered() {
    return range == null || query.sort() == null || isInOrder(query);
  }

  @Override
  public boolean isByIndex() {
    return true;
  }

  @Override
  public ItemStream open(Reader reader, long expected) {
    collection.uses().used();
    return range == null
        ? ItemStream.EMPTY
        : new CollectionScan(reader, collection.container(), range, expected);
  }

  @Override
  public BsonDocument explained(BsonDocument filter) {
    return explained(collection, filter, range != null && range.backwards());
  }

  /** Ids that are read, as explain shows it. */
  static BsonDocument explained(Collection collection, BsonDocument filter, boolean backwards) {
    BsonDocument scan =
        new BsonDocument("stage", new BsonString("IXSCAN"))
            .append("keyPattern", collection.spec().idIndex().key())
            .append("indexName", new BsonString(collection.spec().idIndex().name()))
            .append("direction", new BsonString(backwards ? "backward" : "forward"));
    return Access.fetched(filter, scan);
  }
}
