package dev.mayfly.mongo.aggregate;

import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** Documents one after the other. Used by one thread at a time. */
public interface DocumentStream extends AutoCloseable {
  /** The next document, or null at the end. */
  BsonDocument next();

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
