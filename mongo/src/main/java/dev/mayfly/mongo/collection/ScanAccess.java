package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import org.bson.BsonDocument;
import org.bson.BsonString;

/** By looking at everything. */
record ScanAccess(Collection collection, Query query) implements Access {
  ScanAccess {
    requireNonNull(collection, "collection");
    requireNonNull(query, "query");
  }

  @Override
  public boolean isOrdered() {
    return query.sort() == null;
  }

  @Override
  public boolean isByIndex() {
    return false;
  }

  @Override
  public ItemStream open(Reader reader, long expected) {
    return collection.spec().isCapped()
        ? new CappedScan(reader, collection.container())
        : new CollectionScan(reader, collection.container(), CollectionScan.ALL, expected);
  }

  @Override
  public BsonDocument explained(BsonDocument filter) {
    return new BsonDocument("stage", new BsonString("COLLSCAN"))
        .append("filter", filter)
        .append("direction", new BsonString("forward"));
  }
}
