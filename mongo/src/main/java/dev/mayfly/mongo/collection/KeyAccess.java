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
    return keys.size() < 2 || IdAccess.isInOrder(query) && !IdAccess.isBackwards(query);
  }

  @Override
  public boolean isByIndex() {
    return true;
  }

  @Override
  public ItemStream open(Reader reader, long expected) {
    collection.uses().used();
    return new KeyedItems(reader, collection.container(), keys);
  }

  @Override
  public BsonDocument explained(BsonDocument filter) {
    if (query.id() != null) {
      return new BsonDocument("stage", new BsonString("IDHACK"));
    }
    return IdAccess.explained(collection, filter, false);
  }
}
