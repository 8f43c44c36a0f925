package dev.mayfly.mongo.aggregate;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** A sequence of documents. Used by one thread at a time. */
public interface DocumentStream extends AutoCloseable {
  /** The next document, or null at the end. */
  BsonDocument next();

  /**
   * Passes all remaining documents to a consumer. A stored document is only valid during the call:
   * its buffer is reused.
   */
  default void forEachRemaining(Consumer<BsonDocument> consumer) {
    for (BsonDocument each = next(); each != null; each = next()) {
      consumer.accept(each);
    }
  }

  /** Whether the end is known to be reached, without reading ahead. */
  default boolean isExhausted() {
    return false;
  }

  /**
   * Pushes the last document back, to be checked for visibility again when it is next returned;
   * false if not supported.
   */
  default boolean back() {
    return false;
  }

  /**
   * Completes when there may be more documents after the end; null if this is not a tailable
   * stream.
   */
  default CompletableFuture<Void> change() {
    return null;
  }

  /** Where a change stream resumes after what was returned; null if this is none. */
  default BsonDocument resumeToken() {
    return null;
  }

  /** Releases resources; idempotent. */
  @Override
  default void close() {}
}
