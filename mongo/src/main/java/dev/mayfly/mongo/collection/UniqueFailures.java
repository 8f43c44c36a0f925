package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.UniqueKeyViolationException;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import org.bson.BsonDocument;

/** Says which unique index a document breaks. */
public final class UniqueFailures {
  private UniqueFailures() {}

  public static MongoException told(Throwable failure, Collection collection) {
    if (failure instanceof UniqueKeyViolationException violation) {
      for (IndexSpec index : collection.spec().indexes()) {
        if (index.keptName().equals(violation.name())) {
          return told(violation, collection, index);
        }
      }
    }
    return Failures.translate(failure);
  }

  /** As above, about an index that may be gone by now. */
  public static MongoException told(
      UniqueKeyViolationException violation, Collection collection, IndexSpec index) {
    BsonDocument values = new BsonDocument();
    int place = 0;
    for (String path : index.key().keySet()) {
      if (place < violation.values().size()) {
        values.append(path, violation.values().get(place++));
      }
    }
    return DuplicateKey.of(collection.namespace(), index.name(), index.key(), values);
  }
}
