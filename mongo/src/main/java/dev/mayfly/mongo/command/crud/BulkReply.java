package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The answer to a bulkWrite in the making. */
final class BulkReply {
  private final boolean errorsOnly;
  private final List<BsonDocument> documents = new ArrayList<>();
  private int errors;
  private int inserted;
  private int matched;
  private int modified;
  private int upserted;
  private int deleted;

  BulkReply(boolean errorsOnly) {
    this.errorsOnly = errorsOnly;
  }

  private BsonDocument entry(int index, boolean ok, long n) {
    return new BsonDocument("ok", new BsonDouble(ok ? 1 : 0))
        .append("idx", new BsonInt32(index))
        .append("n", new BsonInt32((int) n));
  }

  private void add(BsonDocument entry) {
    if (!errorsOnly) {
      documents.add(entry);
    }
  }

  void inserted(int index) {
    inserted++;
    add(entry(index, true, 1));
  }

  void updated(int index, UpdateResult result) {
    boolean made = result.upsertedId() != null;
    matched += (int) result.matched();
    modified += (int) result.modified();
    upserted += made ? 1 : 0;
    BsonDocument entry =
        entry(index, true, made ? 1 : result.matched())
            .append("nModified", new BsonInt32((int) result.modified()));
    if (made) {
      entry.append("upserted", new BsonDocument("_id", result.upsertedId()));
    }
    add(entry);
  }

  void deleted(int index, long count) {
    deleted += (int) count;
    add(entry(index, true, count));
  }

  void failed(int index, MongoException failure) {
    errors++;
    BsonDocument entry =
        entry(index, false, 0)
            .append("code", new BsonInt32(failure.code()))
            .append("errmsg", new BsonString(failure.getMessage()));
    entry.putAll(failure.details());
    documents.add(entry);
  }

  boolean hasFailed() {
    return errors > 0;
  }

  List<BsonDocument> documents() {
    return documents;
  }

  BsonDocument totals() {
    return new BsonDocument("nErrors", new BsonInt32(errors))
        .append("nInserted", new BsonInt32(inserted))
        .append("nMatched", new BsonInt32(matched))
        .append("nModified", new BsonInt32(modified))
        .append("nUpserted", new BsonInt32(upserted))
        .append("nDeleted", new BsonInt32(deleted));
  }
}
