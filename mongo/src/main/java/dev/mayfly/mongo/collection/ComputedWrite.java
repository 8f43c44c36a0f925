package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.function.Function;

/**
 * A write that is worked out on the caller's thread, because that may take long, and committed if
 * the document has not changed meanwhile; else it is worked out again.
 */
final class ComputedWrite {
  private static final int ATTEMPTS_MAX = 100;

  private final CommandCall call;
  private final Collection collection;

  ComputedWrite(CommandCall call, Collection collection) {
    this.call = requireNonNull(call, "call");
    this.collection = requireNonNull(collection, "collection");
  }

  /**
   * @param decision what to do to the document as it is, with its etag; null for nothing
   * @return null if there is no such document, or nothing was to be done
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
        return collection.container().write(request);
      } catch (EngineException e) {
        if (!DocumentUpdate.isMiss(e)) {
          throw e;
        }
      }
    }
    throw new MongoException(
        ErrorCodes.WRITE_CONFLICT,
        "The document was changed again and again while the write was computed.");
  }
}
