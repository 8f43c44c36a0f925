package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.ItemKey;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** By ids that the query names, in their order. */
record KeyAccess(Collection collection, Query query, List<ItemKey> keys) implements Access {
  KeyAccess {
    requireNonNull(collection, "collection");
    requireNonNull(query, "query");
    keys = List.copyOf(keys);
  }

  @Override
  public boolean isOrdered() {
    return keys.size() < 2 || ScanAccess.isById(query);
  }

  @Override
  public boolean isByIndex() {
    return true;
  }

  @Override
  public ItemStream open(Reader reader, long expected) {
    return new KeyedItems(reader, collection.container(), keys);
  }

  @Override
  public BsonDocument explained(BsonDocument filter) {
    if (query.id() != null) {
      return new BsonDocument("stage", new BsonString("IDHACK"));
    }
    BsonDocument keysOfIds =
        new BsonDocument("stage", new BsonString("IXSCAN"))
            .append("keyPattern", collection.spec().idIndex().key())
            .append("indexName", new BsonString(collection.spec().idIndex().name()))
            .append("direction", new BsonString("forward"));
    return new BsonDocument("stage", new BsonString("FETCH"))
        .append("filter", filter)
        .append("inputStage", keysOfIds);
  }
}
