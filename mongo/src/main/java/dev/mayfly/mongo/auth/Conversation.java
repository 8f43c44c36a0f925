package dev.mayfly.mongo.auth;

/** The server side of a SASL conversation. */
public interface Conversation {
  /**
   * Processes a client message and returns the reply.
   *
   * @throws dev.mayfly.mongo.error.MongoException if authentication fails
   */
  byte[] step(byte[] said);

  /** Whether the conversation is complete. */
  boolean isDone();

  /** The authenticated user; null before success. */
  User user();
}
