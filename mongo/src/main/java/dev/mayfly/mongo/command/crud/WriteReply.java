package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The answer to a write in the making: what was done, and what was not. */
final class WriteReply {
  private final BsonArray errors = new BsonArray();
  private final BsonArray upserted = new BsonArray();
  private final boolean tellsModified;
  private final NumberedCall numbered;
  private long n;
  private long modified;

  /**
   * @param tellsModified whether it is about an update
   */
  WriteReply(boolean tellsModified) {
    this(tellsModified, null);
  }

  private WriteReply(boolean tellsModified, NumberedCall numbered) {
    this.tellsModified = tellsModified;
    this.numbered = numbered;
  }

  /** The answer to a call; if that has a number, each statement is remembered with it. */
  static WriteReply to(CommandCall call, boolean tellsModified) {
    return new WriteReply(tellsModified, call instanceof NumberedCall numbered ? numbered : null);
  }

  void done(int index, long matched, long changed) {
    n += matched;
    modified += changed;
    if (numbered != null) {
      numbered.done(index, matched, changed);
    }
  }

  void upserted(int index, BsonValue id) {
    n++;
    if (numbered != null) {
      numbered.upserted(index, id);
    }
    upserted.add(new BsonDocument("index", new BsonInt32(index)).append("_id", id));
  }

  void failed(int index, MongoException failure) {
    BsonDocument error =
        new BsonDocument("index", new BsonInt32(index))
            .append("code", new BsonInt32(failure.code()))
            .append("errmsg", new BsonString(failure.getMessage()));
    error.putAll(failure.details());
    errors.add(error);
  }

  boolean hasFailed() {
    return !errors.isEmpty();
  }

  BsonDocument toDocument() {
    BsonDocument reply = new BsonDocument("n", new BsonInt32((int) n));
    if (tellsModified) {
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
