package dev.mayfly.mongo.aggregate;

import org.bson.BsonDocument;

/** Documents one after the other. Used by one thread at a time. */
public interface DocumentStream extends AutoCloseable {
  /** The next document, or null at the end. */
  BsonDocument next();

  /** Lets go of what it holds; may be called early and more than once. */
  @Override
  default void close() {}
}
