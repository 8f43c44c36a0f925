package dev.mayfly.mongo.collection;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.function.Function;

/**
 * A write that is computed on the caller's thread, because that may be expensive, and committed if
 * the document has not changed; otherwise it is computed again.
 */
record OptimisticWrite(CommandCall call, Collection collection) {
  private static final int ATTEMPTS_MAX = 100;

  /**
   * @param decision computes the write from the current document, with its etag as precondition;
   *     null for no write
   * @return null if the document does not exist or nothing was written
   */
  WriteOutcome write(ItemKey key, Function<Item, WriteRequest> decision) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      call.check();
      Item item = collection.container().read(key);
      WriteRequest request = item == null ? null : decision.apply(item);
      if (request == null) {
        return null;
      }
      try {
        return LockWait.write(call, () -> collection.container().write(request));
      } catch (EngineException e) {
        if (!DocumentUpdate.isConflict(e)) {
          throw e;
        }
      }
    }
    throw new MongoException(
        ErrorCodes.WRITE_CONFLICT,
        "The document was changed again and again while the write was computed.");
  }
}
