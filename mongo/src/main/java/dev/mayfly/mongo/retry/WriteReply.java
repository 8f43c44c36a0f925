package dev.mayfly.mongo.retry;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorLabels;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Builds the reply to a write command. */
public final class WriteReply {
  private final BsonArray errors = new BsonArray();
  private final BsonArray upserted = new BsonArray();
  private final boolean countsModified;
  private final RetryableCall numbered;
  private MongoException commandFailure;
  private long n;
  private long modified;

  /**
   * @param countsModified whether it has {@code nModified}, as for updates
   */
  public WriteReply(boolean countsModified) {
    this(countsModified, null);
  }

  private WriteReply(boolean countsModified, RetryableCall numbered) {
    this.countsModified = countsModified;
    this.numbered = numbered;
  }

  /** The reply to a call; for a retryable one, executed statements are recorded. */
  public static WriteReply to(CommandCall call, boolean countsModified) {
    return new WriteReply(countsModified, call instanceof RetryableCall numbered ? numbered : null);
  }

  public void done(int index, long matched, long changed) {
    n += matched;
    modified += changed;
    if (numbered != null) {
      numbered.done(index, matched, changed);
    }
  }

  public void upserted(int index, BsonValue id) {
    n++;
    if (numbered != null) {
      numbered.upserted(index, id);
    }
    upserted.add(new BsonDocument("index", new BsonInt32(index)).append("_id", id));
  }

  /**
   * Records an error of a statement. That of a network, a shutdown or a change of the primary is
   * one of the whole command: drivers do not retry errors of statements.
   */
  public void failed(int index, MongoException failure) {
    if (commandFailure == null && ErrorLabels.isRetriable(failure.code())) {
      commandFailure = failure;
    }
    BsonDocument error =
        new BsonDocument("index", new BsonInt32(index))
            .append("code", new BsonInt32(failure.code()))
            .append("errmsg", new BsonString(failure.getMessage()));
    error.putAll(failure.details());
    errors.add(error);
  }

  public boolean hasFailed() {
    return !errors.isEmpty();
  }

  /** The error that the whole command fails with; null if there is none. */
  public MongoException commandFailure() {
    return commandFailure;
  }

  public BsonDocument toDocument() {
    BsonDocument reply = new BsonDocument("n", new BsonInt32((int) n));
    if (countsModified) {
      reply.append("nModified", new BsonInt32((int) modified));
      if (!upserted.isEmpty()) {
        reply.append("upserted", upserted);
      }
    }
    if (!errors.isEmpty()) {
      reply.append("writeErrors", errors);
    }
    return reply;
  }
}
