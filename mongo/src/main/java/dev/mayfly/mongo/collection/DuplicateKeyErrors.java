package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** DuplicateKey errors. */
public final class DuplicateKeyErrors {
  private DuplicateKeyErrors() {}

  public static MongoException ofId(Namespace namespace, BsonValue id) {
    return of(
        namespace, "_id_", new BsonDocument("_id", new BsonInt32(1)), new BsonDocument("_id", id));
  }

  public static MongoException of(
      Namespace namespace, String index, BsonDocument keyPattern, BsonDocument keyValue) {
    return new MongoException(
            ErrorCodes.DUPLICATE_KEY,
            "E11000 duplicate key error collection: %s index: %s dup key: %s"
                .formatted(namespace, index, BsonText.of(keyValue)))
        .with(new BsonDocument("keyPattern", keyPattern).append("keyValue", keyValue));
  }
}
