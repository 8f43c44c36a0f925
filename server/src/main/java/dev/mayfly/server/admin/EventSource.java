package dev.mayfly.server.admin;

/**
 * What a client of server-sent events follows. Called by one thread at a time; no more is asked for
 * while the client has not taken what it was sent.
 */
interface EventSource extends AutoCloseable {
  /**
   * What has happened since the last call, in the form of the protocol; empty if nothing has. At
   * most some hundred kilobytes, unless a single event is larger.
   *
   * @throws RuntimeException if nothing more can follow; the message says why
   */
  String next();

  /** The client is gone. */
  @Override
  default void close() {}
}
