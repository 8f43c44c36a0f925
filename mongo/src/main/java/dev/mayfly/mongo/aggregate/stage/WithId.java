package dev.mayfly.mongo.aggregate.stage;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;

/** Adds an {@code _id} to documents that have none. */
final class WithId {
  private WithId() {}

  static BsonDocument of(BsonDocument document) {
    if (document.containsKey("_id")) {
      return document;
    }
    BsonDocument result = new BsonDocument("_id", new BsonObjectId());
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      result.put(field.getKey(), field.getValue());
    }
    return result;
  }
}
