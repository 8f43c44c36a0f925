package dev.mayfly.net.work;

/** A connection that requests come from. Connections of the same user take turns. */
public final class ClientConnection {
  private volatile boolean closed;

  /** The client has left: its requests that run end at their next checkpoint. */
  public void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }
}
