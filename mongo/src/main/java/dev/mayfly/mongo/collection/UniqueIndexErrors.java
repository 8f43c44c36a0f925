package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.UniqueKeyViolationException;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import org.bson.BsonDocument;

/** Translates violations of unique indexes into DuplicateKey errors. */
public final class UniqueIndexErrors {
  private UniqueIndexErrors() {}

  public static MongoException translate(Throwable failure, Collection collection) {
    if (failure instanceof UniqueKeyViolationException violation) {
      for (IndexSpec index : collection.spec().indexes()) {
        if (index.storedName().equals(violation.name())) {
          return translate(violation, collection, index);
        }
      }
    }
    return Failures.translate(failure);
  }

  /** As above, for an index that may have been dropped. */
  public static MongoException translate(
      UniqueKeyViolationException violation, Collection collection, IndexSpec index) {
    BsonDocument values = new BsonDocument();
    int place = 0;
    for (String path : index.key().keySet()) {
      if (place < violation.values().size()) {
        values.append(path, violation.values().get(place++));
      }
    }
    return DuplicateKeyErrors.of(collection.namespace(), index.name(), index.key(), values);
  }
}
