package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.SortPattern;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** By looking at everything. */
record ScanAccess(Collection collection, Query query) implements Access {
  ScanAccess {
    requireNonNull(collection, "collection");
    requireNonNull(query, "query");
  }

  /** Whether documents in the order of their ids are in the order of a query. */
  static boolean isById(Query query) {
    if (query.sort() == null || query.order().collation() != null) {
      return false;
    }
    SortPattern.Field first = query.sort().fields().get(0);
    return first.path().equals("_id") && !first.descending();
  }

  @Override
  public boolean isOrdered() {
    return !collection.spec().isCapped() && isById(query);
  }

  @Override
  public boolean isByIndex() {
    return false;
  }

  @Override
  public ItemStream open(Reader reader, long expected) {
    return collection.spec().isCapped()
        ? new CappedScan(reader, collection.container())
        : new CollectionScan(reader, collection.container(), expected);
  }

  @Override
  public BsonDocument explained(BsonDocument filter) {
    return new BsonDocument("stage", new BsonString("COLLSCAN"))
        .append("filter", filter)
        .append("direction", new BsonString("forward"));
  }
}
