package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.update.EmptyTimestamps;
import dev.mayfly.mongo.update.SystemFields;
import java.util.Arrays;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;

/** A document to insert, as stored: with its _id, generated if missing, as first field. */
public record NewDocument(BsonValue id, byte[] body) {
  public static final int BYTES_MAX = 16 * 1024 * 1024;

  public NewDocument {
    requireNonNull(id, "id");
    requireNonNull(body, "body");
  }

  /** The document with empty timestamps filled in. */
  static NewDocument at(BsonDocument sent, Variables variables) {
    return of(EmptyTimestamps.filled(sent, variables.nowMillis()));
  }

  public static NewDocument of(BsonDocument sent) {
    SystemFields.check(sent);
    BsonValue id = sent.get("_id");
    byte[] body;
    if (id == null) {
      id = new BsonObjectId();
      body = withIdFirst(id, sent);
    } else if (sent.getFirstKey().equals("_id")) {
      body = bytes(sent);
    } else {
      body = withIdFirst(id, sent);
    }
    checkId(id);
    checkSize(body);
    return new NewDocument(id, body);
  }

  private static byte[] bytes(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      RawValue raw = lazy.raw();
      return Arrays.copyOfRange(raw.bytes(), raw.offset(), raw.offset() + raw.length());
    }
    return BsonBytes.of(document);
  }

  private static byte[] withIdFirst(BsonValue id, BsonDocument sent) {
    BsonDocument ordered = new BsonDocument("_id", id);
    for (Map.Entry<String, BsonValue> field : sent.entrySet()) {
      ordered.putIfAbsent(field.getKey(), field.getValue());
    }
    return BsonBytes.of(ordered);
  }

  /** Rejects values that can't be an _id. */
  public static void checkId(BsonValue id) {
    if (id.isArray() || id.isRegularExpression() || id.getBsonType().getValue() == 0x06) {
      throw new MongoException(
          ErrorCodes.INVALID_ID_FIELD, "The '_id' value cannot be of type " + TypeNames.of(id));
    }
    if (id.isDocument()) {
      for (String name : id.asDocument().keySet()) {
        if (name.startsWith("$")) {
          throw new MongoException(
              ErrorCodes.DOLLAR_PREFIXED_FIELD_NAME,
              "_id fields may not contain '$'-prefixed fields: %s is not valid for storage."
                  .formatted(name));
        }
      }
    }
  }

  static void checkSize(byte[] body) {
    if (body.length > BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "object to insert too large. size in bytes: " + body.length + ", max size: " + BYTES_MAX);
    }
  }

  public ItemKey key() {
    return Collection.key(id);
  }

  /** The write that creates it, with document validation. */
  public WriteRequest.Create in(Collection collection, boolean validated, Variables variables) {
    if (collection.timeSeries() != null) {
      collection.timeSeries().check(body);
    }
    if (validated && collection.validator() != null) {
      collection.validator().check(null, new LazyDocument(body), variables);
    }
    return new WriteRequest.Create(key(), body, collection.ttlReading());
  }
}
