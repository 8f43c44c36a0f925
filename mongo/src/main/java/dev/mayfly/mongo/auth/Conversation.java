package dev.mayfly.mongo.auth;

/** Steps by which a client proves who it is. */
public interface Conversation {
  /**
   * Takes what the client says and tells what to answer.
   *
   * @throws dev.mayfly.mongo.error.MongoException if the client is not who it says
   */
  byte[] step(byte[] said);

  /** Whether nothing more is to be said. */
  boolean isDone();

  /** Who has proved who they are, or null as long as nobody has. */
  User user();
}
