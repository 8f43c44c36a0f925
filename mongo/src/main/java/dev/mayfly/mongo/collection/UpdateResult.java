package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.WriteOutcome;
import org.bson.BsonValue;

/**
 * The result of an update.
 *
 * @param upsertedId null if nothing was inserted
 * @param last outcome of the last write; null if nothing was written
 */
public record UpdateResult(long matched, long modified, BsonValue upsertedId, WriteOutcome last) {
  static final UpdateResult NONE = new UpdateResult(0, 0, null, null);
}
