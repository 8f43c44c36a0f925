package dev.mayfly.mongo.aggregate;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** Documents one after the other. Used by one thread at a time. */
public interface DocumentStream extends AutoCloseable {
  /** The next document, or null at the end. */
  BsonDocument next();

  /**
   * Shows all that follow to somebody who keeps nothing of them: a stored document, and whatever
   * lies in it, is written over when the look is over.
   */
  default void showAll(Consumer<BsonDocument> look) {
    for (BsonDocument each = next(); each != null; each = next()) {
      look.accept(each);
    }
  }

  /** Whether it is known, without looking, that there is no next one. */
  default boolean isOver() {
    return false;
  }

  /**
   * Goes back by one document, which is judged anew when it is asked for again; false if this
   * stream can't.
   */
  default boolean back() {
    return false;
  }

  /** Completed when there may be more after the end; null where nothing can be waited for. */
  default CompletableFuture<Void> change() {
    return null;
  }

  /** Lets go of what it holds; may be called early and more than once. */
  @Override
  default void close() {}
}
