package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.WriteOutcome;
import org.bson.BsonValue;

/**
 * What an update did.
 *
 * @param upsertedId of the document that was made; null if none was
 * @param last what became of the last document; null if none was written
 */
public record UpdateResult(long matched, long modified, BsonValue upsertedId, WriteOutcome last) {
  static final UpdateResult NONE = new UpdateResult(0, 0, null, null);
}
