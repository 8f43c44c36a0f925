package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.Item;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Documents of a collection one after the other, with the items that they are. */
public interface ItemStream {
  /** Nothing. */
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

  /** Goes to the next one; false at the end. */
  boolean next();

  /** Shows all documents that follow; each may be written over when the look is over. */
  default void showAll(Consumer<BsonDocument> look) {
    while (next()) {
      look.accept(document());
    }
  }

  /** The document that it stands on. */
  BsonDocument document();

  Item item();

  /** Lets the next {@link #next} stand on this document again, if it is still there by then. */
  void back();

  /** Completed when there may be more after the end; null where nothing can be waited for. */
  default CompletableFuture<Void> change() {
    return null;
  }
}
