package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.Item;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** A cursor over documents of a collection and their items. */
public interface ItemStream {
  ItemStream EMPTY =
      new ItemStream() {
        @Override
        public boolean next() {
          return false;
        }

        @Override
        public BsonDocument document() {
          throw new IllegalStateException("there is none");
        }

        @Override
        public Item item() {
          throw new IllegalStateException("there is none");
        }

        @Override
        public void back() {
          throw new IllegalStateException("there is none");
        }
      };

  /** Advances; false at the end. */
  boolean next();

  /** Passes all remaining documents to a consumer; each is only valid during the call. */
  default void forEachRemaining(Consumer<BsonDocument> consumer) {
    while (next()) {
      consumer.accept(document());
    }
  }

  /** The current document. */
  BsonDocument document();

  /** The current item; sorted documents have none. */
  Item item();

  /** What {@link Item#rid} of the current document is. */
  default long rid() {
    return item().rid();
  }

  /** Pushes the current document back, to be returned again if it is still visible. */
  void back();

  /** How many documents were read so far that were not, or not yet, returned; for explain. */
  default long unreturned() {
    return 0;
  }

  /** Completes when there may be more documents after the end; null if not tailable. */
  default CompletableFuture<Void> change() {
    return null;
  }

  /** Releases what is held; idempotent. */
  default void close() {}
}
