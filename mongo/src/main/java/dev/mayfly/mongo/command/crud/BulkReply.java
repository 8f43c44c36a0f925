package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.retry.RetryableCall;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Builds the reply to a bulkWrite. */
final class BulkReply {
  private final boolean errorsOnly;
  private final RetryableCall numbered;
  private final BsonArray retried = new BsonArray();
  private final List<BsonDocument> documents = new ArrayList<>();
  private MongoException commandFailure;
  private int errors;
  private int inserted;
  private int matched;
  private int modified;
  private int upserted;
  private int deleted;

  private BulkReply(boolean errorsOnly, RetryableCall numbered) {
    this.errorsOnly = errorsOnly;
    this.numbered = numbered;
  }

  /** The reply to a call; for a retryable one, executed statements are recorded. */
  static BulkReply to(CommandCall call, boolean errorsOnly) {
    return new BulkReply(errorsOnly, call instanceof RetryableCall numbered ? numbered : null);
  }

  /** Whether a statement was executed by an earlier attempt. */
  boolean isRepeated(int index) {
    return numbered != null && numbered.before(index) != null;
  }

  /** Adds the recorded result of such a statement. */
  void repeat(int index, BulkOperation operation) {
    UpdateResult before = numbered.before(index);
    retried.add(new BsonInt32(numbered.id(index)));
    if (operation instanceof BulkOperation.Insert) {
      addInserted(index);
    } else if (operation instanceof BulkOperation.Update) {
      addUpdated(index, before);
    } else {
      addDeleted(index, before.matched());
    }
  }

  private void remember(int index, long matchedNow, long modifiedNow) {
    if (numbered != null) {
      numbered.done(index, matchedNow, modifiedNow);
    }
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
    remember(index, 1, 0);
    addInserted(index);
  }

  private void addInserted(int index) {
    inserted++;
    add(entry(index, true, 1));
  }

  void updated(int index, UpdateResult result) {
    if (result.upsertedId() == null) {
      remember(index, result.matched(), result.modified());
    } else if (numbered != null) {
      numbered.upserted(index, result.upsertedId());
    }
    addUpdated(index, result);
  }

  private void addUpdated(int index, UpdateResult result) {
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
    remember(index, count, 0);
    addDeleted(index, count);
  }

  private void addDeleted(int index, long count) {
    deleted += (int) count;
    add(entry(index, true, count));
  }

  /** As {@link dev.mayfly.mongo.retry.WriteReply#failed}. */
  void failed(int index, MongoException failure) {
    if (commandFailure == null && ErrorLabels.isRetriable(failure.code())) {
      commandFailure = failure;
    }
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

  /** The error that the whole command fails with; null if there is none. */
  MongoException commandFailure() {
    return commandFailure;
  }

  List<BsonDocument> documents() {
    return documents;
  }

  BsonDocument totals() {
    BsonDocument totals = new BsonDocument("nErrors", new BsonInt32(errors));
    totals
        .append("nInserted", new BsonInt32(inserted))
        .append("nMatched", new BsonInt32(matched))
        .append("nModified", new BsonInt32(modified))
        .append("nUpserted", new BsonInt32(upserted))
        .append("nDeleted", new BsonInt32(deleted));
    return retried.isEmpty() ? totals : totals.append("retriedStmtIds", retried);
  }
}
