package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.IMMUTABLE_FIELD;
import static dev.mayfly.mongo.error.ErrorCodes.INVALID_ID_FIELD;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;

/** The rules of {@code _id}: immutable, and the first field. */
final class IdRules {
  static final String ID = "_id";

  private IdRules() {}

  /** A replacement document with the {@code _id} of the original. */
  static BsonDocument keep(BsonDocument before, BsonDocument after) {
    BsonValue old = before.get(ID);
    BsonValue id = after.get(ID);
    if (id != null && old != null && !BsonOrder.SIMPLE.equal(old, id)) {
      throw new MongoException(
          IMMUTABLE_FIELD,
          "After applying the update, the (immutable) field '_id' was found to have been altered"
              + " to "
              + BsonText.field(ID, id));
    }
    return withFirst(old != null ? old : id, after);
  }

  /** The document with this or a generated {@code _id} as first field. */
  static BsonDocument withFirst(BsonValue id, BsonDocument document) {
    BsonDocument result = new BsonDocument(document.size() + 1);
    result.put(ID, id != null ? id : new BsonObjectId());
    document.forEach(result::putIfAbsent);
    return result;
  }

  static void check(BsonValue id) {
    switch (id.getBsonType()) {
      case ARRAY, REGULAR_EXPRESSION, UNDEFINED ->
          throw new MongoException(
              INVALID_ID_FIELD, "The '_id' value cannot be of type " + TypeNames.of(id));
      default -> {
        // Other types are valid.
      }
    }
  }
}
