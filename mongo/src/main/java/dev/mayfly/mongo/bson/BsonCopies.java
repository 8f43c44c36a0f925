package dev.mayfly.mongo.bson;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Copies that do not reference the message or row that a value was read from. */
public final class BsonCopies {
  private BsonCopies() {}

  public static BsonDocument of(BsonDocument document) {
    BsonDocument copy = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      copy.put(field.getKey(), of(field.getValue()));
    }
    return copy;
  }

  public static BsonValue of(BsonValue value) {
    if (value.isDocument()) {
      return of(value.asDocument());
    }
    if (value.isArray()) {
      BsonArray copy = new BsonArray();
      value.asArray().forEach(each -> copy.add(of(each)));
      return copy;
    }
    return value;
  }
}
