package dev.mayfly.mongo.collection;

import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** Says which unique index a document breaks. */
final class UniqueFailures {
  private UniqueFailures() {}

  static MongoException told(Throwable failure, Collection collection, BsonDocument document) {
    return Failures.translate(failure);
  }
}
