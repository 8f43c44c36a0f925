package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.PipelineContext.MergeTarget;
import dev.mayfly.mongo.aggregate.PipelineContext.MergeTarget.Uniqueness;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The fields of {@code on}, by which {@code $merge} finds the document to combine with.
 *
 * @param mayBeMissing whether the unique index also covers documents without these fields
 */
record MergeKey(List<String> fields, boolean mayBeMissing) {
  static MergeKey of(List<String> fields, MergeTarget target) {
    Uniqueness unique = target.uniqueness(fields);
    if (unique == Uniqueness.NONE) {
      throw new MongoException(
          51190, "Cannot find index to verify that join fields will be unique");
    }
    return new MergeKey(fields, unique == Uniqueness.ALL);
  }

  BsonDocument of(BsonDocument document) {
    BsonDocument key = new BsonDocument();
    for (String field : fields) {
      BsonValue value = value(document, field);
      if (value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
        if (!mayBeMissing) {
          throw new MongoException(
              51132,
              ("$merge write error: 'on' field '%s' cannot be missing, null or undefined if"
                      + " supporting index is sparse")
                  .formatted(field));
        }
        value = BsonNull.VALUE;
      }
      key.put(field, value);
    }
    return key;
  }

  private static BsonValue value(BsonDocument document, String field) {
    BsonValue value = document;
    for (String name : field.split("\\.")) {
      value = value != null && value.isDocument() ? value.asDocument().get(name) : null;
      if (value != null && value.isArray()) {
        throw new MongoException(
            51185, "$merge write error: 'on' field '" + field + "' is an array");
      }
    }
    return value;
  }
}
